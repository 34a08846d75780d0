import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

export const findBanner = (db: Tx) =>
  db.selectFrom('banner').select(['text', 'image', 'version']).executeTakeFirstOrThrow();

/** Without the picture, which may be megabytes. */
export const findBannerVersion = async (db: Tx): Promise<number> =>
  (await db.selectFrom('banner').select('version').executeTakeFirstOrThrow()).version;

/** The whole of it at once: of two who save, the later one wins, and nothing of the earlier is left. */
export const writeBanner = async (db: Tx, banner: { text: string; image: string | null }): Promise<void> => {
  await db
    .updateTable('banner')
    .set({ ...banner, version: sql`version + 1` })
    .execute();
};

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

export const findBanner = (db: Tx) =>
  db.selectFrom('banner').select(['text', 'image', 'version']).executeTakeFirstOrThrow();

/** Does not read the picture, which may be megabytes. */
export const findBannerVersion = async (db: Tx): Promise<number> =>
  (await db.selectFrom('banner').select('version').executeTakeFirstOrThrow()).version;

/** Replaces text and picture in one statement, so that concurrent changes are not mixed. */
export const updateBanner = async (db: Tx, banner: { text: string; image: string | null }): Promise<void> => {
  await db
    .updateTable('banner')
    .set({ ...banner, version: sql`version + 1` })
    .execute();
};

import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { after } from '../outside/clock.ts';

/** Longer than until the last try; see jobs.ts. */
const TRIED_MS = 3 * 24 * 60 * 60_000;

/** A letter that never got through keeps its row, not its facts: a password may stand in them. */
export const forgetFailed = async ({ db, clock }: Context): Promise<void> => {
  await db
    .updateTable('letters')
    .set({ facts: '{}' })
    .where('sentAt', 'is', null)
    .where('createdAt', '<', after(clock.now(), -TRIED_MS))
    .where(sql<boolean>`facts <> '{}'::jsonb`)
    .execute();
};

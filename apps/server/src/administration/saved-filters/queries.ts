import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleSavedFilters } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

export const listFilters = (db: Tx, who: Actor) =>
  db
    .selectFrom('savedFilters')
    .select(['id', 'name', 'query'])
    .where(visibleSavedFilters(who))
    .orderBy(sql`name collate ${RUSSIAN_COLLATION}`)
    .orderBy('id')
    .execute();

/** Locks the account's row, so that simultaneous requests cannot exceed the limit together. */
export const lockFiltersOf = async (tx: Tx, accountID: number): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountID).forNoKeyUpdate().execute();
};

/** Replaces the account's filter of this name. */
export const upsertFilter = (
  tx: Tx,
  { query, ...filter }: { accountID: number; name: string; query: string },
) =>
  tx
    .insertInto('savedFilters')
    .values({ ...filter, query })
    .onConflict((row) => row.columns(['accountID', 'name']).doUpdateSet({ query }))
    .returning('id')
    .executeTakeFirstOrThrow();

export const deleteFilter = async (db: Tx, who: Actor, filterID: number): Promise<void> => {
  await db
    .deleteFrom('savedFilters')
    .where('id', '=', filterID)
    .where(visibleSavedFilters(who))
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound(sentences.noFilter));
};

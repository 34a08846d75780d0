import type { Tx } from '../../platform/db/client.ts';

/** The filters of all accounts; each account has few. */
export const listAllFilters = (tx: Tx) =>
  tx.selectFrom('savedFilters').select(['id', 'name', 'query']).orderBy('id').execute();

export const deleteFilters = async (tx: Tx, ids: number[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('savedFilters').where('id', 'in', ids).execute();
};

import type { Actor } from '../../platform/access/actor.ts';
import { visibleListColumns } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';

export const listColumns = (db: Tx, who: Actor) =>
  db
    .selectFrom('listColumns')
    .select(['list', 'hidden'])
    .where(visibleListColumns(who))
    .orderBy('list')
    .execute();

export const upsertColumns = async (
  db: Tx,
  { hidden, ...key }: { accountID: number; list: string; hidden: string[] },
): Promise<void> => {
  await db
    .insertInto('listColumns')
    .values({ ...key, hidden })
    .onConflict((row) => row.columns(['accountID', 'list']).doUpdateSet({ hidden }))
    .execute();
};

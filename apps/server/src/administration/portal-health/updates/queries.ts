import type { Selectable, Updateable } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import type { Database } from '../../../platform/db/schema.ts';

export type UpdateRow = Selectable<Database['portalUpdate']>;

export const findUpdate = (db: Tx): Promise<UpdateRow> =>
  db.selectFrom('portalUpdate').selectAll().executeTakeFirstOrThrow();

/** Locks the row: until the end of the transaction no other process requests an update or hands one over. */
export const lockUpdate = (tx: Tx): Promise<UpdateRow> =>
  tx.selectFrom('portalUpdate').selectAll().forUpdate().executeTakeFirstOrThrow();

export const changeUpdate = async (db: Tx, changes: Updateable<Database['portalUpdate']>): Promise<void> => {
  await db.updateTable('portalUpdate').set(changes).execute();
};

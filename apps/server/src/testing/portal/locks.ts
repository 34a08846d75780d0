import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { until } from '../requests-and-waiting/until.ts';

/**
 * Whether any session waits for a lock. Locks of the kind `object` do not count, because commits with NOTIFY queue for one.
 */
export const isLockAwaited = async ({ pool }: Pick<Context, 'pool'>): Promise<boolean> => {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event <> 'object' and datname = current_database()`,
  );
  return rows.length > 0;
};

/**
 * Takes the locks of `hold` and makes a request that waits for them. Then executes `change` in the transaction of the locks,
 * and returns the response.
 */
export const during = async <Reply>(
  context: Pick<Context, 'db' | 'pool'>,
  {
    hold,
    request,
    change,
  }: {
    hold: (tx: Tx) => Promise<unknown>;
    request: () => Promise<Reply>;
    change: (tx: Tx) => Promise<unknown>;
  },
): Promise<Reply> => {
  const { reply } = await context.db.transaction().execute(async (tx) => {
    await hold(tx);
    const made = request();
    await until('the request to wait for a lock', () => isLockAwaited(context));
    await change(tx);
    return { reply: made };
  });
  return reply;
};

export const lockPatientRow = (tx: Tx, patientID: number) =>
  tx.selectFrom('patients').select('id').where('id', '=', patientID).forUpdate().execute();

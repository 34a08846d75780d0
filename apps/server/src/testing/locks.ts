import type { Context } from '../platform/context.ts';

/**
 * Whether any session waits for a lock. Commits with NOTIFY queue for the lock of kind `object`, which does not count.
 */
export const isLockAwaited = async ({ pool }: Pick<Context, 'pool'>): Promise<boolean> => {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event <> 'object' and datname = current_database()`,
  );
  return rows.length > 0;
};

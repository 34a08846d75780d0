import type { Context } from '../platform/context.ts';

/** Does any request stand before a lock that another transaction holds? Commits that notify stand in a line of their own. */
export const isLockAwaited = async ({ pool }: Pick<Context, 'pool'>): Promise<boolean> => {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event <> 'object' and datname = current_database()`,
  );
  return rows.length > 0;
};

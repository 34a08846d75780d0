import { type Expression, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { hasJobAttemptsLeft } from '../jobs/job-tables.ts';

/** The waiting message with this id. `waiting` is a select as in an outbox. */
export const findWaiting = async <Waiting>(db: Tx, waiting: Expression<Waiting>, id: number) =>
  (await sql<Waiting>`select * from ${waiting} message where id = ${id}`.execute(db)).rows[0];

/** Waiting messages, created before `before`, whose job is missing or has no attempts left. */
export const listWithoutJob = async (
  db: Tx,
  waiting: Expression<unknown>,
  { jobName, before }: { jobName: string; before: Date },
): Promise<number[]> => {
  const key = sql<string>`${jobName}::text || ':' || message.id`;
  const { rows } = await sql<{ id: number }>`
    select id from ${waiting} message where created_at < ${before} and not ${hasJobAttemptsLeft(key)}
    order by id limit 1000`.execute(db);
  return rows.map(({ id }) => id);
};

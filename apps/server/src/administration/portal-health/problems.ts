import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';

/** The problems that are known. Until the end of the transaction no other worker reads or reports them. */
export const lockProblems = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtextextended('health problems', 0))`.execute(tx);
  return tx.selectFrom('healthProblems').selectAll().execute();
};

export type Problem = Awaited<ReturnType<typeof lockProblems>>[number];

export const insertProblem = async (
  tx: Tx,
  problem: Insertable<Database['healthProblems']>,
): Promise<void> => {
  await tx.insertInto('healthProblems').values(problem).execute();
};

export const updateProblem = async (
  tx: Tx,
  line: string,
  changes: Updateable<Database['healthProblems']>,
): Promise<void> => {
  await tx.updateTable('healthProblems').set(changes).where('line', '=', line).execute();
};

export const deleteProblem = async (tx: Tx, line: string): Promise<void> => {
  await tx.deleteFrom('healthProblems').where('line', '=', line).execute();
};

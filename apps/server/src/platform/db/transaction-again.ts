import type { Transaction } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './schema.ts';

/** SQLSTATE 40P01: two transactions waited for each other, and PostgreSQL has ended this one. */
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/** Runs a transaction again after a deadlock. For transactions that may lock rows in another order than others. */
export const transactionAgain = async <Result>(
  db: Db,
  run: (tx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (reason) {
      if ((reason as { code?: unknown }).code !== DEADLOCK || attempt === ATTEMPTS) throw reason;
    }
  }
};

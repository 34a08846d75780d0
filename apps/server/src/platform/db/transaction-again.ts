import type { Transaction } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './schema.ts';

/** PostgreSQL's class 40, code 40P01: it has ended this transaction because each of two waited for the other. */
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/** A transaction that runs again after a deadlock: it locks rows that other transactions may lock in another order. */
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

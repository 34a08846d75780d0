import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

const administrators = (db: Tx) =>
  db
    .selectFrom('accounts')
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(rights)`)
    .orderBy('id');

/** Enabled assistants with the right `admin`. */
export const listAdministrators = (db: Tx) => administrators(db).select(['id', 'name', 'email']).execute();

/**
 * Whether the account is the only enabled one with the right `admin`. Locks all such accounts until the end of the transaction,
 * in a fixed order: if two administrators disable each other, the second one is refused.
 */
export const isLastAdministrator = async (tx: Tx, accountID: number): Promise<boolean> => {
  const [first, ...others] = await administrators(tx).select('id').forUpdate().execute();
  return others.length === 0 && first?.id === accountID;
};

/** Throws 409 if the account is the last administrator, and locks as `isLastAdministrator` does. */
export const requireOtherAdministrator = async (tx: Tx, accountID: number): Promise<void> => {
  if (await isLastAdministrator(tx, accountID)) throw conflict(sentences.lastAdministrator);
};

export const countAdministrators = async (db: Tx): Promise<number> => {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(rights)`)
    .executeTakeFirstOrThrow();
  return count;
};

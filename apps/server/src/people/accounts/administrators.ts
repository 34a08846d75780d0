import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/**
 * Throws 409 if the account is the only enabled one with the right `admin`. Locks all such accounts until the end of the
 * transaction, in one order, so that of two administrators who disable each other the second one is refused.
 */
export const requireOtherAdministrator = async (tx: Tx, accountID: number): Promise<void> => {
  const administrators = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'assistant')
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`'admin' = any(rights)`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (administrators.length === 1 && administrators[0]?.id === accountID)
    throw conflict(sentences.lastAdministrator);
};

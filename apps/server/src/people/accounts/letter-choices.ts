import type { LetterKind } from '@snimok/contract/profile';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Whether the owner of an account wants letters of a kind. Letters about signing in are not asked about. */
export const wantsLetters = async (tx: Tx, accountID: number, kind: LetterKind): Promise<boolean> => {
  const wanting = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountID)
    .where(sql<boolean>`not (${kind} = any(declined_letters))`)
    .executeTakeFirst();
  return wanting !== undefined;
};

export const setDeclinedLetters = async (
  tx: Tx,
  accountID: number,
  declinedLetters: LetterKind[],
): Promise<void> => {
  await tx.updateTable('accounts').set({ declinedLetters }).where('id', '=', accountID).execute();
};

export const setAccountName = async (tx: Tx, accountID: number, name: string): Promise<void> => {
  await tx.updateTable('accounts').set({ name }).where('id', '=', accountID).execute();
};

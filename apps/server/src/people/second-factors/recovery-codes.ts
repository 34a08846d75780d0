import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '../../platform/db/client.ts';

const CODES = 10;
/** Crockford's base 32 in small letters: without i, l, o and u. 16 of them are 80 random bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** Formatted for people: `k3v9-m2xa-…`. */
const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
};

/** The code as people may type it: in any case, with or without dashes, with letters that look like digits. */
const normalized = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll(/[il]/g, '1').replaceAll('o', '0');

const hashOf = (accountID: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountID}:${normalized(code)}`)
    .digest();

/** Replaces all codes of the account. Returns the new ones, which are stored only as hashes. */
export const replaceRecoveryCodes = async (tx: Tx, accountID: number, now: Date): Promise<string[]> => {
  await deleteRecoveryCodes(tx, accountID);
  const codes = Array.from({ length: CODES }, newCode);
  const rows = codes.map((code) => ({ accountID, codeHash: hashOf(accountID, code), createdAt: now }));
  await tx.insertInto('recoveryCodes').values(rows).execute();
  return codes;
};

/** Uses a code up. False if it is wrong or was used. */
export const takeRecoveryCode = async (
  tx: Tx,
  accountID: number,
  code: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('accountID', '=', accountID)
    .where('codeHash', '=', hashOf(accountID, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const countRecoveryCodes = async (db: Tx, accountID: number): Promise<number> => {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((code) => code.fn.countAll<number>().as('left'))
    .where('accountID', '=', accountID)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
};

export const deleteRecoveryCodes = async (tx: Tx, accountID: number): Promise<void> => {
  await tx.deleteFrom('recoveryCodes').where('accountID', '=', accountID).execute();
};

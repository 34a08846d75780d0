import type { Tx } from '../../platform/db/client.ts';

export const listPasskeys = (db: Tx, accountID: number) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('accountID', '=', accountID)
    .orderBy('createdAt')
    .orderBy('passkeyUUID')
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export const findPasskey = (db: Tx, credentialID: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credentialID', '=', credentialID).executeTakeFirst();

type NewPasskey = Omit<PasskeyRow, 'passkeyUUID' | 'lastUsedAt'>;

/** False if the credential is registered already, for any account. */
export const insertPasskey = async (tx: Tx, passkey: NewPasskey): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((existing) => existing.column('credentialID').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/**
 * Stores the counter of a verified signature. False if it is not greater than the stored one, which shows that the passkey was
 * copied (Web Authentication §6.1.1), or if the passkey was removed. A stored 0 means that the passkey does not count.
 */
export const advanceCounter = async (
  tx: Tx,
  { passkeyUUID }: Pick<PasskeyRow, 'passkeyUUID'>,
  counter: number,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('passkeyUUID', '=', passkeyUUID)
    .where((passkey) => passkey.or([passkey('counter', '<', counter), passkey.and({ counter: 0 })]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** False if the account has no such passkey. */
export const deletePasskey = async (tx: Tx, accountID: number, passkeyUUID: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('accountID', '=', accountID)
    .where('passkeyUUID', '=', passkeyUUID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deletePasskeys = async (tx: Tx, accountID: number): Promise<void> => {
  await tx.deleteFrom('passkeys').where('accountID', '=', accountID).execute();
};

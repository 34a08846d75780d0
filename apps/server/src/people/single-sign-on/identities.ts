import type { Tx } from '../../platform/db/client.ts';

/** The account of a person at the provider, which is known by the subject from her first sign-in on. */
export const findIdentity = async (
  db: Tx,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('ssoIdentities')
    .select('accountID')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.accountID;
};

/** False if the account or the person is bound already. */
export const insertIdentity = async (
  tx: Tx,
  identity: { issuer: string; subject: string; accountID: number; createdAt: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ssoIdentities')
    .values(identity)
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

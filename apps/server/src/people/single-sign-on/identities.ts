import type { Tx } from '../../platform/db/client.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';

/** The account of a person at the provider. From the first sign-in on, the person is known by the subject. */
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

/** Whether the account is bound to an identity of the provider. */
export const isBound = async (db: Tx, accountID: number): Promise<boolean> =>
  (await listBound(db, [accountID])).has(accountID);

const listBound = async (db: Tx, accountIDs: number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('ssoIdentities')
    .select('accountID')
    .where('accountID', 'in', [...accountIDs, 0])
    .execute();
  return new Set(rows.map(({ accountID }) => accountID));
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

/** Long enough for an employee who is away for a weekend. */
const PERMIT_MAX_AGE_MS = 72 * HOUR_MS;

/** Permits that the next person with the account's verified e-mail is bound to the account without its password. */
export const insertPermit = async (tx: Tx, accountID: number, now: Date): Promise<void> => {
  const expiresAt = after(now, PERMIT_MAX_AGE_MS);
  await tx
    .insertInto('ssoPermits')
    .values({ accountID, expiresAt })
    .onConflict((existing) => existing.column('accountID').doUpdateSet({ expiresAt }))
    .execute();
};

/** Uses up the permission. False if there is none. */
export const takePermit = async (tx: Tx, accountID: number, now: Date): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('ssoPermits')
    .where('accountID', '=', accountID)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/**
 * The state of each account: bound to an identity of the provider, permitted to be bound without its password, or neither.
 */
export const listStates = async (
  db: Tx,
  accountIDs: number[],
  now: Date,
): Promise<(accountID: number) => 'bound' | 'permitted' | 'unbound'> => {
  const bound = await listBound(db, accountIDs);
  const permits = await db
    .selectFrom('ssoPermits')
    .select('accountID')
    .where('accountID', 'in', [...accountIDs, 0])
    .where('expiresAt', '>', now)
    .execute();
  const permitted = new Set(permits.map(({ accountID }) => accountID));
  return (accountID) => (bound.has(accountID) ? 'bound' : permitted.has(accountID) ? 'permitted' : 'unbound');
};

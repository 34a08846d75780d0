import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';

/** The sessions of an account that have not expired, the last used first. */
export const listSessionsOf = ({ db, clock }: Context, accountID: number) =>
  db
    .selectFrom('sessions')
    .select(['sessionUUID', 'tokenHash', 'userAgent', 'address', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('accountID', '=', accountID)
    .where('expiresAt', '>', clock.now())
    .orderBy((session) => session.fn.coalesce('lastSeenAt', 'createdAt'), 'desc')
    .orderBy('sessionUUID')
    .execute();

/** The account of a session, with the facts to which a push subscription of this session is bound. */
export const findSessionOfAccount = (db: Tx, accountID: number, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountID')
    .select([
      'sessions.sessionUUID',
      'accounts.id as accountID',
      'accounts.credentialsVersion',
      'accounts.declinedLetters',
    ])
    .where('sessions.accountID', '=', accountID)
    .where('sessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();

/** Whether the session was opened by the identity provider. */
export const isProviderSession = async (db: Tx, tokenHash: Buffer): Promise<boolean> => {
  const session = db.selectFrom('sessions').select('ssoIssuer').where('tokenHash', '=', tokenHash);
  return (await session.executeTakeFirst())?.ssoIssuer != null;
};

/** False if the account has no such session. */
export const endOwnSession = async (tx: Tx, accountID: number, sessionUUID: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('accountID', '=', accountID)
    .where('sessionUUID', '=', sessionUUID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

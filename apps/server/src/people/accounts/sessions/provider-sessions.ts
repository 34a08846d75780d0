import type { Tx } from '../../../platform/db/client.ts';

/** The identity provider's session by which a session of the portal was opened. */
export interface RecognisedSession {
  issuer: string;
  /** the claim `sid`; null if the provider has none */
  sessionID: string | null;
}

export interface ProviderSession extends RecognisedSession {
  /** when the provider last asked the person to prove her identity, the claim `auth_time`; null if it does not say */
  authenticatedAt: Date | null;
}

/**
 * Ends the sessions that the identity provider names by session or by account. Sessions that were opened by password or passkey
 * are kept. Returns the accounts.
 */
export const endProviderSessions = async (
  tx: Tx,
  { issuer, sessionID, accountID }: RecognisedSession & { accountID: number | null },
): Promise<number[]> => {
  const ended = await tx
    .deleteFrom('sessions')
    .where('ssoIssuer', '=', issuer)
    .$if(sessionID !== null, (q) => q.where('ssoSessionID', '=', sessionID))
    .$if(accountID !== null, (q) => q.where('accountID', '=', accountID ?? 0))
    .returning('accountID')
    .execute();
  return [...new Set(ended.map((session) => session.accountID))];
};

/**
 * Whether this session was opened after `since`, with the account's own password or passkey. A session of the identity
 * provider, or one that was open before, does not prove who is at the browser now.
 */
export const isOwnSignInSince = async (
  db: Tx,
  tokenHash: Buffer,
  { accountID, since }: { accountID: number; since: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('accountID', '=', accountID)
    .where('ssoIssuer', 'is', null)
    .where('createdAt', '>=', since)
    .executeTakeFirst()) !== undefined;

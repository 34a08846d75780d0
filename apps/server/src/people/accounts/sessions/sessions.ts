import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { MemberRole } from '@snimok/contract/people/client-members';
import { type Actor, type Flag, isLimited, limitOfSession, nobody } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { compiledOnce, type Placeholder } from '../../../platform/db/compiled-once.ts';
import { pinPlan } from '../../../platform/db/pinned-plans.ts';
import { readSessionCookie } from '../../../platform/http/openapi/cookie.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { hashToken, newToken } from '../../../platform/secrets/hash-token.ts';
import type { ProviderSession } from './provider-sessions.ts';
import { accountColumns, type AccountOfSession, clientIsEnabled } from './enabled-accounts.ts';
import { readRights } from './stored-rights.ts';

export interface Session {
  token: string;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  secondFactor: SecondFactorState;
}

/** `due`: the account must set up a second factor before the session opens anything else. */
type SecondFactorState = 'none' | 'passed' | 'due';

/** When a session that is used now ends: after some time without use, or at its maximum age. */
const endAfterUse = (
  { sessionIdleMs, sessionMaxAgeMs }: Context['config'],
  createdAt: Date,
  now: Date,
): Date =>
  new Date(Math.min(createdAt.getTime() + sessionMaxAgeMs, now.getTime() + (sessionIdleMs ?? Infinity)));

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** The token has 256 random bits; the database stores only its hash. */
export const openSession = async (
  { db, clock, config }: Context,
  accountID: number,
  {
    secondFactor = 'none',
    userAgent,
    address,
    provider,
  }: {
    secondFactor?: SecondFactorState;
    userAgent?: string | undefined;
    address?: string | null;
    provider?: ProviderSession | undefined;
  } = {},
): Promise<Session> => {
  const token = newToken();
  const createdAt = clock.now();
  const expiresAt = after(createdAt, config.sessionMaxAgeMs);
  const tokenHash = hashToken(token);
  await db
    .insertInto('sessions')
    .values({
      tokenHash,
      accountID,
      createdAt,
      secondFactor,
      asksForPasskeys: true,
      expiresAt: endAfterUse(config, createdAt, createdAt),
      // browsers send about a hundred characters
      userAgent: userAgent?.slice(0, 500) ?? null,
      address: address ?? null,
      lastSeenAt: createdAt,
      ...(provider && {
        ssoIssuer: provider.issuer,
        ssoSessionID: provider.sessionID,
        // the provider's clock may be ahead of the portal's
        confirmedAt: provider.authenticatedAt && earlier(provider.authenticatedAt, createdAt),
      }),
    })
    .execute();
  return { token, tokenHash, createdAt, expiresAt, secondFactor };
};

/** From now on the session is only accepted from the cookie that no other host can set. */
export const requireHostCookie = async (db: Tx, tokenHash: Buffer): Promise<void> => {
  await db.updateTable('sessions').set({ hostCookie: true }).where('tokenHash', '=', tokenHash).execute();
};

/** Records that the person of this session has entered the password or a second factor. */
export const markConfirmed = async (db: Tx, tokenHash: Buffer, now: Date): Promise<void> => {
  await db.updateTable('sessions').set({ confirmedAt: now }).where('tokenHash', '=', tokenHash).execute();
};

/** Records that the account of this session has set up its second factor. */
export const markFactorPassed = async (tx: Tx, tokenHash: Buffer): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ secondFactor: 'passed' })
    .where('tokenHash', '=', tokenHash)
    .execute();
};

export const endSession = async (db: Tx, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
};

/**
 * False if the session has ended. Otherwise locks its row: a change of the password, which ends the session, waits for this
 * transaction.
 */
export const lockSession = async (tx: Tx, tokenHash: Buffer): Promise<boolean> =>
  (await tx
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .forShare()
    .executeTakeFirst()) !== undefined;

/** Ends all sessions of an account except the given one. */
export const endSessionsOf = async (
  db: Tx,
  accountID: number,
  exceptTokenHash?: Buffer | null,
): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('accountID', '=', accountID)
    .$if(Boolean(exceptTokenHash), (q) => q.where('tokenHash', '!=', exceptTokenHash ?? Buffer.alloc(0)))
    .execute();
};

/** Ends all sessions of the people of a client, except those of its owner. */
export const endSessionsOfPeople = async (tx: Tx, clientID: number): Promise<void> => {
  await tx
    .deleteFrom('sessions')
    .where('accountID', 'in', (account) =>
      account.selectFrom('accounts').select('accounts.id').where('accounts.clientID', '=', clientID),
    )
    .execute();
};

/** Accuracy of the last use of a session. Not every request updates it, because a page sends many requests. */
const SEEN_EVERY_MS = 5 * 60_000;

/**
 * A sign-in with a password or a passkey confirms the session. A sign-in at the identity provider does not, because
 * the provider may admit a browser whose user signed in there hours ago. Such a session counts as confirmed when the
 * provider last asked the person, if the provider reports that time.
 */
const confirmedAt = sql<Date | null>`coalesce(sessions.confirmed_at,
  case when sessions.sso_issuer is null then sessions.created_at end)`;

/** Live sessions of enabled accounts, with the columns from which their actors are made. */
const selectSessionAccounts = (db: Tx, now: Date | Placeholder<Date>) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountID')
    .leftJoin('accounts as client', 'client.id', 'accounts.clientID')
    .select([...accountColumns, 'sessions.secondFactor', 'sessions.tokenHash'])
    .where('sessions.expiresAt', '>', now)
    .where('accounts.disabledAt', 'is', null)
    .where(clientIsEnabled);

const listLiveSessions = compiledOnce(
  (db, { tokenHash, now }: { tokenHash: Placeholder<Buffer>; now: Placeholder<Date> }) =>
    selectSessionAccounts(db, now)
      .modifyFront(pinPlan)
      .select([
        'sessions.lastSeenAt',
        'sessions.hostCookie',
        'sessions.createdAt',
        confirmedAt.as('confirmedAt'),
      ])
      .where('sessions.tokenHash', '=', tokenHash),
);

/** The actor of a session. It is read for every request, so that a disabled account loses access at once. */
export const findSessionActor = async (context: Context, tokenHash: Buffer): Promise<Actor> =>
  (await readSession(context, tokenHash, { isHostCookie: true })).actor;

const readSession = async (
  { db, clock, config }: Context,
  tokenHash: Buffer,
  { isHostCookie }: { isHostCookie: boolean },
): Promise<{ actor: Actor; confirmedAt: Date | null }> => {
  const now = clock.now();
  const [account] = await listLiveSessions(db, { tokenHash, now });
  if (!account || (account.hostCookie && !isHostCookie)) return { actor: nobody, confirmedAt: null };
  const { lastSeenAt } = account;
  const seenEveryMs = Math.min(SEEN_EVERY_MS, (config.sessionIdleMs ?? Infinity) / 10);
  if (!lastSeenAt || after(lastSeenAt, seenEveryMs) <= now)
    await db
      .updateTable('sessions')
      .set({
        lastSeenAt: now,
        ...(config.sessionIdleMs !== undefined && {
          expiresAt: endAfterUse(config, account.createdAt, now),
        }),
      })
      .where('tokenHash', '=', tokenHash)
      .execute();
  return { actor: actorOfAccount(account), confirmedAt: account.confirmedAt };
};

export const actorOfAccount = (account: AccountOfSession): Actor => {
  const { id: accountID, role, credentialsVersion } = account;
  const limit = limitOfSession(account);
  if (limit) return { kind: limit, accountID };
  switch (role) {
    case 'assistant':
      return {
        kind: 'assistant',
        accountID,
        credentialsVersion,
        sessionHash: account.tokenHash,
        rights: new Set(readRights(account)),
      };
    case 'doctor':
    case 'member':
      return doctorOfAccount(account);
    default:
      return { kind: 'unknown-role', accountID };
  }
};

/** The actor of an owner of a client, or of one of its people, who has the client's flags. */
const doctorOfAccount = ({ id: accountID, credentialsVersion, ...account }: AccountOfSession): Actor => {
  const { role, featureFlags, clientID, clientRole, clientFlags } = account;
  const common = { kind: 'doctor', accountID, credentialsVersion, sessionHash: account.tokenHash } as const;
  if (role === 'doctor')
    return { ...common, clientID: accountID, role: 'owner', flags: new Set(featureFlags as Flag[]) };
  if (clientID === null || clientRole === null) return { kind: 'unknown-role', accountID };
  return {
    ...common,
    clientID,
    role: clientRole as MemberRole,
    flags: new Set((clientFlags ?? []) as Flag[]),
  };
};

/** The accounts of the given sessions. Leaves out sessions that have ended and accounts that are disabled. */
export const listSessionAccounts = async (db: Tx, tokenHashes: Buffer[], now: Date) =>
  tokenHashes.length === 0
    ? []
    : selectSessionAccounts(db, now).where('sessions.tokenHash', 'in', tokenHashes).execute();

/**
 * When the session that a realtime token names (`realtime_session()`) ends. Null if it has ended or is limited: a
 * limited session opens no connection.
 */
export const findRealtimeSessionEnd = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountID: number,
  session: string,
): Promise<Date | null> => {
  const found = await selectSessionAccounts(db, clock.now())
    .select('sessions.expiresAt')
    .where('sessions.accountID', '=', accountID)
    .where(sql<boolean>`realtime_session(sessions.token_hash) = ${session}`)
    .executeTakeFirst();
  return found && !isLimited(actorOfAccount(found)) ? found.expiresAt : null;
};

/** Sets `actor` and `sessionHash` of every request below `/api/1` from the session cookie. */
export const authenticateSession = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest('actor');
  app.decorateRequest('sessionHash', null);
  app.decorateRequest('confirmedAt', null);
  app.addHook('onRequest', async (request) => {
    request.actor = nobody;
    // browsers also send the cookie with presigned URLs; this saves a query for each of 400 slices
    if (!request.routeOptions.url?.startsWith('/api/1/')) return;
    const cookie = readSessionCookie(request);
    if (!cookie || cookie.token.length > 100) return;
    const tokenHash = hashToken(cookie.token);
    const { actor, confirmedAt: at } = await readSession(context, tokenHash, cookie);
    request.actor = actor;
    request.confirmedAt = at;
    request.sessionHash = actor.kind === 'nobody' ? null : tokenHash;
  });
};

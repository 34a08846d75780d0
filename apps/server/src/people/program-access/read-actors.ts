import { type Actor, nobody } from '../../platform/access/actor.ts';
import { type Credential, credentialKey } from '../../platform/access/right.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { actorOfAccount, listSessionAccounts } from '../accounts/sessions/sessions.ts';
import { listEnabledAccounts } from '../accounts/sessions/enabled-accounts.ts';
import { actorOfToken } from '../api-tokens/actor-of-token.ts';
import { listLiveTokens } from '../api-tokens/queries.ts';
import { actorOfGrant } from './program-actor.ts';
import { listGrantsInForce } from './queries.ts';

type Of<Kind extends Credential['kind']> = Extract<Credential, { kind: Kind }>;

const ofKind = <Kind extends Credential['kind']>(credentials: readonly Credential[], kind: Kind) =>
  credentials.filter((each): each is Of<Kind> => each.kind === kind);

/**
 * Reads the actors of sessions, accounts, programs and tokens, by `credentialKey`; `nobody` if access has ended. Runs one query
 * for each kind of credential. `viewing/transfers` reads the actors of shares.
 */
export const readActors = async (
  { db, clock, config }: Pick<Context, 'clock' | 'config'> & { db: Tx },
  credentials: readonly Credential[],
): Promise<Map<string, Actor>> => {
  const sessions = ofKind(credentials, 'session');
  const accounts = ofKind(credentials, 'account');
  const tokens = ofKind(credentials, 'token');
  const programs = config.desktopAppAuthEnabled ? ofKind(credentials, 'program') : [];
  const now = clock.now();
  const [ofSessions, ofAccounts, ofTokens, ofPrograms] = await Promise.all([
    listSessionAccounts(
      db,
      [...sessions, ...accounts].flatMap(({ sessionHash }) => sessionHash ?? []),
      now,
    ),
    listEnabledAccounts(
      db,
      accounts.map(({ accountID }) => accountID),
    ),
    listLiveTokens(
      db,
      tokens.map(({ tokenID }) => tokenID),
      now,
    ),
    listGrantsInForce(
      db,
      programs.map(({ grantID }) => grantID),
      now,
    ),
  ]);
  const actors = new Map<string, Actor>(credentials.map((each) => [credentialKey(each), nobody]));
  for (const account of ofSessions) {
    actors.set(credentialKey({ kind: 'session', sessionHash: account.tokenHash }), actorOfAccount(account));
  }
  for (const credential of accounts) {
    const { accountID, version, sessionHash } = credential;
    const candidates = sessionHash
      ? ofSessions.filter(({ tokenHash }) => tokenHash.equals(sessionHash))
      : ofAccounts;
    const account = candidates.find(({ id }) => id === accountID);
    const isCurrent = version === null || account?.credentialsVersion === version;
    if (account && isCurrent) actors.set(credentialKey(credential), actorOfAccount(account));
  }
  for (const token of ofTokens)
    actors.set(credentialKey({ kind: 'token', tokenID: token.id }), actorOfToken(token));
  for (const grant of ofPrograms)
    actors.set(credentialKey({ kind: 'program', grantID: grant.id }), actorOfGrant(grant));
  return actors;
};

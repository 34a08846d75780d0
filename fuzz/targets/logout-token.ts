import { ClientSecretBasic, Configuration } from 'openid-client';
import { readLogoutToken } from '../../apps/server/src/people/single-sign-on/logout-token.ts';
import { Problem } from '../../apps/server/src/platform/errors/errors.ts';
import type { Random } from '../generate/random.ts';
import type { Target } from './target.ts';
import { CLIENT, isGenuine, ISSUER, json, keySet, makeToken, type Token, tokenOf } from './signed-token.ts';

const KEYS = `${ISSUER}/keys`;
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';

const make = (random: Random): Buffer => {
  const claims = {
    iss: ISSUER,
    aud: random.chance(0.9) ? CLIENT : ['another', CLIENT],
    jti: random.bytes(8).toString('hex'),
    ...(random.chance(0.7) && { sub: 'anna' }),
    ...(random.chance(0.7) && { sid: 'session' }),
    ...(random.chance(0.1) && { nonce: 'n' }),
    events: random.chance(0.9) ? { [LOGOUT]: {} } : { [`${LOGOUT}s`]: {} },
  };
  return Buffer.from(JSON.stringify(makeToken(random, claims)));
};

const openConfiguration = () =>
  new Configuration({ issuer: ISSUER, jwks_uri: KEYS }, CLIENT, 'secret', ClientSecretBasic('secret'));
let configuration: Configuration | undefined;

/** The keys of the provider are read by the global `fetch`. */
const withKeys = async <T>(work: () => Promise<T>): Promise<T> => {
  const { fetch } = globalThis;
  globalThis.fetch = async () => json(await keySet());
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
};

type Ended = Awaited<ReturnType<typeof readLogoutToken>>;

const assertFounded = (given: Token, ended: Ended): void => {
  const { jti, sub = null, sid = null, nonce, events } = given.claims;
  const isLogout = typeof events === 'object' && events !== null && LOGOUT in events && nonce === undefined;
  if (!isGenuine(given) || !isLogout) throw new Error(`accepted: ${given.damage}`);
  // more than five minutes old, or from the future, with a minute of tolerance
  if (given.age > 360 || given.age < -60) throw new Error(`accepted at the age of ${given.age} s`);
  const isSame = ended.id === jti && ended.subject === sub && ended.sessionID === sid;
  if (!isSame || (sub === null && sid === null)) throw new Error('ends the sessions of another person');
};

/** Logout tokens of a provider (OpenID Connect Back-Channel Logout 1.0) with false claims and signatures. */
export const logoutToken: Target = {
  make,
  async run(bytes) {
    const given = JSON.parse(bytes.toString()) as Token;
    const token = await tokenOf(given);
    try {
      const ended = await withKeys(() =>
        readLogoutToken((configuration ??= openConfiguration()), CLIENT, token, () => undefined),
      );
      assertFounded(given, ended);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
    }
  },
};

import { ClientSecretBasic, Configuration, customFetch, enableNonRepudiationChecks } from 'openid-client';
import { exchangeCode } from '../../apps/server/src/people/single-sign-on/exchange-code.ts';
import { Problem } from '../../apps/server/src/platform/errors/errors.ts';
import type { Random } from '../generate/random.ts';
import type { Target } from './target.ts';
import {
  CLIENT,
  hostile,
  isGenuine,
  ISSUER,
  json,
  keySet,
  makeToken,
  type Token,
  tokenOf,
  vary,
} from './signed-token.ts';

const EXPECTED = {
  publicURL: 'https://portal.fuzz.test',
  state: 's',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
};
interface Case extends Token {
  userinfo: unknown;
  /** fields of the response of the token endpoint, beside the token */
  response: Record<string, unknown>;
}

const about = (random: Random) => ({
  sub: random.chance(0.95) ? 'anna' : 'boris',
  ...(random.chance(0.7) && { email: random.pick(['anna@centre.test', 'boss@centre.test']) }),
  ...(random.chance(0.7) && { email_verified: random.chance(0.6) }),
  ...(random.chance(0.5) && { name: 'Анна Ветрова', groups: ['xray'] }),
});

const make = (random: Random): Buffer => {
  const claims = { iss: ISSUER, aud: CLIENT, nonce: EXPECTED.nonce, sid: 'x', ...about(random) };
  const made: Case = {
    ...makeToken(random, claims),
    userinfo: random.chance(0.9) ? vary(about(random), random) : hostile(random),
    response: vary({ access_token: 'a', token_type: 'bearer', expires_in: 60 }, random),
  };
  return Buffer.from(JSON.stringify(made));
};

/** A provider that answers as the case says. */
const configure = async (given: Case): Promise<Configuration> => {
  const token = await tokenOf(given);
  const keys = await keySet();
  const answers: Record<string, () => Response> = {
    '/token': () => json({ ...given.response, id_token: token }),
    '/keys': () => json(keys),
    '/userinfo': () => json(given.userinfo),
  };
  const metadata = { issuer: ISSUER, token_endpoint: `${ISSUER}/token`, jwks_uri: `${ISSUER}/keys` };
  const all = {
    ...metadata,
    authorization_endpoint: `${ISSUER}/auth`,
    userinfo_endpoint: `${ISSUER}/userinfo`,
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const configuration = new Configuration(all, CLIENT, 'secret', ClientSecretBasic('secret'));
  enableNonRepudiationChecks(configuration);
  configuration[customFetch] = async (url) => {
    const answer = answers[new URL(url).pathname];
    if (!answer) throw new Error(`no answer for ${url}`);
    return answer();
  };
  return configuration;
};

type Employee = Awaited<ReturnType<typeof exchangeCode>>;

/** Whether an address counts: the source that names it must have verified it and be about the same person. */
const isVerifiedBy = (source: unknown, { email, subject }: Employee): boolean => {
  if (typeof source !== 'object' || source === null) return false;
  const { email: named, email_verified: verified, sub } = source as Record<string, unknown>;
  return named === email && verified === true && sub === subject;
};

const assertFounded = (given: Case, employee: Employee): void => {
  const { claims, userinfo } = given;
  const isForPortal = isGenuine(given) && claims.nonce === EXPECTED.nonce;
  if (!isForPortal || claims.sub !== employee.subject) throw new Error(`accepted: ${given.damage}`);
  if (employee.email !== null && ![claims, userinfo].some((source) => isVerifiedBy(source, employee)))
    throw new Error(`an address that nobody has verified: ${employee.email}`);
};

/** A sign-in at a provider whose ID token, userinfo and token response have false claims and signatures. */
export const idToken: Target = {
  make,
  async run(bytes) {
    const given = JSON.parse(bytes.toString()) as Case;
    const query = new URLSearchParams({ code: 'c', state: EXPECTED.state, iss: ISSUER }).toString();
    try {
      const employee = await exchangeCode(await configure(given), query, EXPECTED, () => undefined);
      assertFounded(given, employee);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
    }
  },
};

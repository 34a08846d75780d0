import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { ClientSecretBasic, Configuration, customFetch, enableNonRepudiationChecks } from 'openid-client';
import { exchangeCode } from '../../apps/server/src/people/single-sign-on/exchange-code.ts';
import { Problem } from '../../apps/server/src/platform/errors.ts';
import { HOSTILE_TEXTS } from '../generate/json.ts';
import { mutate } from '../generate/mutate.ts';
import { type Random, randomFrom, seedOf } from '../random.ts';
import type { Target } from '../target.ts';

const ISSUER = 'https://provider.fuzz.test';
const CLIENT = 'snimok';
const EXPECTED = {
  publicURL: 'https://portal.fuzz.test',
  state: 's',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
};
const KEY_ID = 'k';

/** `none`: a true signature; `altered`: bytes of the finished token are changed. */
const DAMAGES = [
  'none',
  'none',
  'none',
  'none',
  'unsigned',
  'other-key',
  'public-key-as-secret',
  'altered',
] as const;

interface Case {
  damage: (typeof DAMAGES)[number];
  claims: Record<string, unknown>;
  /** seconds from now */
  expiresIn: number;
  userinfo: unknown;
  /** of the response of the token endpoint, beside the token */
  response: Record<string, unknown>;
  /** of the mutation of a token */
  alteredBy: string;
}

const hostile = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => null,
    () => 0,
    () => true,
    () => 'true',
    () => [],
    () => ({}),
    () => Array.from({ length: 1200 }, () => 'x'),
    () => random.pick(HOSTILE_TEXTS),
    () => ({ __proto__: null, constructor: 'x', toString: 1 }),
  ])();

/** The claims with some left out and others replaced. */
const vary = (claims: Record<string, unknown>, random: Random): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(() => random.chance(0.97))
      .map(([name, value]) => [name, random.chance(0.05) ? hostile(random) : value]),
  );

const about = (random: Random) => ({
  sub: random.chance(0.95) ? 'anna' : 'boris',
  ...(random.chance(0.7) && { email: random.pick(['anna@centre.test', 'boss@centre.test']) }),
  ...(random.chance(0.7) && { email_verified: random.chance(0.6) }),
  ...(random.chance(0.5) && { name: 'Анна Ветрова', groups: ['xray'] }),
});

const make = (random: Random): Buffer => {
  const claims = { iss: ISSUER, aud: CLIENT, nonce: EXPECTED.nonce, sid: 'x', ...about(random) };
  const made: Case = {
    damage: random.pick(DAMAGES),
    claims: vary(claims, random),
    expiresIn: random.chance(0.9) ? 300 : random.pick([-60, -300, 2 ** 40]),
    userinfo: random.chance(0.9) ? vary(about(random), random) : hostile(random),
    response: vary({ access_token: 'a', token_type: 'bearer', expires_in: 60 }, random),
    alteredBy: random.bytes(4).toString('hex'),
  };
  return Buffer.from(JSON.stringify(made));
};

const openProvider = async () => {
  const [{ privateKey, publicKey }, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  return { privateKey, otherKey: other.privateKey, jwk };
};
let opening: ReturnType<typeof openProvider> | undefined;

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const tokenOf = async ({ claims, damage, expiresIn, alteredBy }: Case): Promise<string> => {
  const { privateKey, otherKey, jwk } = await (opening ??= openProvider());
  const now = Math.floor(Date.now() / 1000);
  const payload = { iat: now, exp: now + expiresIn, ...claims };
  if (damage === 'unsigned') return `${base64url({ alg: 'none', kid: KEY_ID })}.${base64url(payload)}.`;
  const isSymmetric = damage === 'public-key-as-secret';
  const key = isSymmetric ? Buffer.from(JSON.stringify(jwk)) : damage === 'other-key' ? otherKey : privateKey;
  const signed = await new SignJWT(payload as JWTPayload)
    .setProtectedHeader({ alg: isSymmetric ? 'HS256' : 'ES256', kid: KEY_ID })
    .sign(key);
  return damage === 'altered'
    ? mutate(Buffer.from(signed), randomFrom(seedOf(alteredBy))).toString('latin1')
    : signed;
};

const json = (value: unknown) =>
  new Response(JSON.stringify(value) ?? 'null', { headers: { 'content-type': 'application/json' } });

/** A provider that answers with what the case says. */
const configure = async (given: Case): Promise<Configuration> => {
  const token = await tokenOf(given);
  const { jwk } = await (opening ??= openProvider());
  const answers: Record<string, () => Response> = {
    '/token': () => json({ ...given.response, id_token: token }),
    '/keys': () => json({ keys: [jwk] }),
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

/** An address counts if the source that names it has verified it and is about the same person. */
const isVerifiedBy = (source: unknown, { email, subject }: Employee): boolean => {
  if (typeof source !== 'object' || source === null) return false;
  const { email: named, email_verified: verified, sub } = source as Record<string, unknown>;
  return named === email && verified === true && sub === subject;
};

const assertFounded = ({ damage, claims, expiresIn, userinfo }: Case, employee: Employee): void => {
  const { iss, aud, nonce, sub } = claims;
  // a changed token with a valid signature has the same claims: only unused bits of its encoding differ
  const isGenuine = damage === 'none' || damage === 'altered';
  const isForPortal =
    iss === ISSUER && [aud].flat().includes(CLIENT) && nonce === EXPECTED.nonce && expiresIn > 0;
  if (!isGenuine || !isForPortal || sub !== employee.subject) throw new Error(`accepted: ${damage}`);
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

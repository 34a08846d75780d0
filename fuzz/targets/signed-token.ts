import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { HOSTILE_TEXTS } from '../generate/json.ts';
import { mutate } from '../generate/mutate.ts';
import { type Random, randomFrom, seedOf } from '../generate/random.ts';

// The fuzzer's identity provider, and tokens that it signs or that only look like signed ones.

export const ISSUER = 'https://provider.fuzz.test';
export const CLIENT = 'snimok';
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

export interface Token {
  damage: (typeof DAMAGES)[number];
  claims: Record<string, unknown>;
  /** seconds before now */
  age: number;
  /** seconds from now */
  expiresIn: number;
  /** seed of the mutation of the finished token */
  alteredBy: string;
}

export const hostile = (random: Random): unknown =>
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
export const vary = (claims: Record<string, unknown>, random: Random): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(() => random.chance(0.97))
      .map(([name, value]) => [name, random.chance(0.05) ? hostile(random) : value]),
  );

/** A token for these claims. Half of the tokens are false in some way. */
export const makeToken = (random: Random, claims: Record<string, unknown>): Token => ({
  damage: random.pick(DAMAGES),
  claims: vary(claims, random),
  age: random.chance(0.9) ? 0 : random.pick([-600, 200, 600, 2 ** 40]),
  expiresIn: random.chance(0.9) ? 300 : random.pick([-60, -300, 2 ** 40]),
  alteredBy: random.bytes(4).toString('hex'),
});

const openProvider = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  return { privateKey, otherKey: other.privateKey, jwk };
};
let opening: ReturnType<typeof openProvider> | undefined;

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const tokenOf = async ({ claims, damage, age, expiresIn, alteredBy }: Token): Promise<string> => {
  const { privateKey, otherKey, jwk } = await (opening ??= openProvider());
  const now = Math.floor(Date.now() / 1000);
  const payload = { iat: now - age, exp: now + expiresIn, ...claims };
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

/** Whether the token is signed by the provider for the portal and not expired. */
export const isGenuine = ({ damage, claims: { iss, aud }, expiresIn }: Token): boolean =>
  // a changed token with a valid signature has the same claims: only unused bits of its encoding differ
  (damage === 'none' || damage === 'altered') &&
  iss === ISSUER &&
  [aud].flat().includes(CLIENT) &&
  expiresIn > 0;

export const json = (value: unknown) =>
  new Response(JSON.stringify(value) ?? 'null', { headers: { 'content-type': 'application/json' } });

export const keySet = async () => ({ keys: [(await (opening ??= openProvider())).jwk] });

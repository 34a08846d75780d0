import { errors, jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from '../../secrets/key-ring.ts';

/** Centrifugo's connection token. The token carries only a hash of the session, in the claim `meta`. */
export interface ConnectionToken {
  userID: string;
  /** `realtime_session()` of the session: a hash */
  session: string;
  expiresAt: Date;
}

/** Centrifugo's subscription token: permits one user to subscribe to one channel. */
interface SubscriptionToken {
  userID: string;
  channel: string;
  expiresAt: Date;
}

const ALGORITHM = 'HS256';

const sign = ([key]: KeyRing, claims: object, userID: string, expiresAt: Date): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userID)
    .setExpirationTime(expiresAt)
    .sign(key);

export const signConnection = (keys: KeyRing, { userID, session, expiresAt }: ConnectionToken) =>
  sign(keys, { meta: { session } }, userID, expiresAt);

export const signSubscription = (keys: KeyRing, { userID, channel, expiresAt }: SubscriptionToken) =>
  sign(keys, { channel }, userID, expiresAt);

type Claims = {
  userID: string;
  expiresAt: Date;
  meta: { session?: unknown } | undefined;
  channel: unknown;
};

const read = async (
  [key, ...otherKeys]: KeyRing,
  token: string,
  now: Date,
): Promise<Claims | 'expired' | 'invalid'> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    });
    return {
      userID: payload.sub ?? '',
      expiresAt: new Date((payload.exp ?? 0) * 1000),
      meta: payload.meta as { session?: unknown } | undefined,
      channel: payload.channel,
    };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) return 'expired';
    const [next, ...rest] = otherKeys;
    return next && cause instanceof errors.JWSSignatureVerificationFailed
      ? read([next, ...rest], token, now)
      : 'invalid';
  }
};

export const readConnection = async (
  keys: KeyRing,
  token: string,
  now: Date,
): Promise<ConnectionToken | 'expired' | 'invalid'> => {
  const claims = await read(keys, token, now);
  if (typeof claims === 'string') return claims;
  const session = claims.meta?.session;
  // a subscription token must not open a connection
  if (typeof session !== 'string') return 'invalid';
  return { userID: claims.userID, session, expiresAt: claims.expiresAt };
};

export const readSubscription = async (
  keys: KeyRing,
  token: string,
  now: Date,
): Promise<SubscriptionToken | 'expired' | 'invalid'> => {
  const claims = await read(keys, token, now);
  if (typeof claims === 'string') return claims;
  if (typeof claims.channel !== 'string') return 'invalid';
  return { userID: claims.userID, channel: claims.channel, expiresAt: claims.expiresAt };
};

import { errors, jwtVerify, SignJWT } from 'jose';

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

const sign = (key: Uint8Array, claims: object, userID: string, expiresAt: Date): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userID)
    .setExpirationTime(expiresAt)
    .sign(key);

export const signConnection = (key: Uint8Array, { userID, session, expiresAt }: ConnectionToken) =>
  sign(key, { meta: { session } }, userID, expiresAt);

export const signSubscription = (key: Uint8Array, { userID, channel, expiresAt }: SubscriptionToken) =>
  sign(key, { channel }, userID, expiresAt);

const read = async (key: Uint8Array, token: string, now: Date) => {
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
    return cause instanceof errors.JWTExpired ? 'expired' : 'invalid';
  }
};

export const readConnection = async (
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<ConnectionToken | 'expired' | 'invalid'> => {
  const claims = await read(key, token, now);
  if (typeof claims === 'string') return claims;
  const session = claims.meta?.session;
  // a subscription token must not open a connection
  if (typeof session !== 'string') return 'invalid';
  return { userID: claims.userID, session, expiresAt: claims.expiresAt };
};

export const readSubscription = async (
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<SubscriptionToken | 'expired' | 'invalid'> => {
  const claims = await read(key, token, now);
  if (typeof claims === 'string') return claims;
  if (typeof claims.channel !== 'string') return 'invalid';
  return { userID: claims.userID, channel: claims.channel, expiresAt: claims.expiresAt };
};

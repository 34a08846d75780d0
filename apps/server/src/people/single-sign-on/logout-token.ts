import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors/errors.ts';
import { takeFirst } from '../accounts/limits/throttle.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0 §2.4. A token with a nonce is refused, because it is an ID token. */
const LogoutToken = z
  .object({
    jti: z.string().min(1),
    sub: z.string().optional(),
    sid: z.string().optional(),
    nonce: z.never().optional(),
    events: z.object({ [LOGOUT_EVENT]: z.object({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

const keySets = new WeakMap<Configuration, ReturnType<typeof createRemoteJWKSet>>();

const keysOf = (configuration: Configuration) => {
  const known = keySets.get(configuration);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ''));
  keySets.set(configuration, keys);
  return keys;
};

const MAX_AGE_MINUTES = 5;
const TOLERANCE_MINUTES = 1;
/** Longer than any token is accepted. The tolerance counts twice, because `iat` may be early or late by it. */
const REMEMBERED_MS = (MAX_AGE_MINUTES + 2 * TOLERANCE_MINUTES + 1) * 60_000;

const refused = () => invalid('invalid_request');

/** The person whose sessions the provider ends. Throws 400 if the token is forged, old, of another kind or for another client. */
export const readLogoutToken = async (
  configuration: Configuration,
  clientID: string,
  token: string,
  onFailure: (cause: unknown) => void,
) => {
  try {
    const { payload } = await jwtVerify(token, keysOf(configuration), {
      issuer: configuration.serverMetadata().issuer,
      audience: clientID,
      requiredClaims: ['iat', 'jti'],
      // so that used tokens need not be remembered for longer
      maxTokenAge: `${MAX_AGE_MINUTES}m`,
      clockTolerance: `${TOLERANCE_MINUTES}m`,
    });
    const { jti, sub, sid } = LogoutToken.parse(payload);
    return { issuer: payload.iss ?? '', id: jti, subject: sub ?? null, sessionID: sid ?? null };
  } catch (cause) {
    onFailure(cause);
    throw refused();
  }
};

/**
 * Accepts each token only once (§2.6), because a repeated one would end the next session. Call it in the transaction that ends
 * the sessions, so that the token can be sent again if the transaction fails. Throws 400 for a used token.
 */
export const takeLogoutToken = async (
  context: Context,
  { issuer, id }: { issuer: string; id: string },
): Promise<void> => {
  const key = `logout-token:${issuer} ${id}`;
  if (!(await takeFirst(context, { key, windowMs: REMEMBERED_MS }))) throw refused();
};

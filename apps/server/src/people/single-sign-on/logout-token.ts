import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { takeFirst } from '../accounts/throttle.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0 §2.4; a nonce would make it an ID token. */
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
/** Longer than a token can be accepted: `iat` may be ahead of the clock here by the tolerance, and is accepted late by it too. */
const REMEMBERED_MS = (MAX_AGE_MINUTES + 2 * TOLERANCE_MINUTES + 1) * 60_000;

const refused = () => invalid('invalid_request');

/** Whose sessions the provider ends. Throws 400 for a token that is forged, for another client, old or of another kind. */
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
      // limits how long used tokens are remembered
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
 * Accepts each token once (§2.6), because one that is sent again would end the next session. In the transaction that ends the
 * sessions, so that a token whose transaction fails can be sent again. Throws 400 for a used one.
 */
export const takeLogoutToken = async (
  context: Context,
  { issuer, id }: { issuer: string; id: string },
): Promise<void> => {
  const key = `logout-token:${issuer} ${id}`;
  if (!(await takeFirst(context, { key, windowMs: REMEMBERED_MS }))) throw refused();
};

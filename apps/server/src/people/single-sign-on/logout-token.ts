import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0 §2.4; a nonce would make it an ID token. */
const LogoutToken = z
  .object({
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
      // a token that is sent again later must not end the next session
      maxTokenAge: '5m',
      clockTolerance: '1m',
    });
    const { sub, sid } = LogoutToken.parse(payload);
    return { issuer: payload.iss ?? '', subject: sub ?? null, sessionID: sid ?? null };
  } catch (cause) {
    onFailure(cause);
    throw invalid('invalid_request');
  }
};

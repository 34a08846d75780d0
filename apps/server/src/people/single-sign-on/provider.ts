import type { Configuration } from 'openid-client';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { SingleSignOn } from '../../platform/settings/single-sign-on-settings.ts';
import { sentences } from './sentences.ts';

/** Loaded with the first sign-in at a provider. */
export const loadClient = () => import('openid-client');

const TIMEOUT_SECONDS = 10;

export const silent = (): Problem => new Problem(503, sentences.ssoSilent);

/** Reads the provider's metadata (OpenID Connect Discovery 1.0), whose keys sign the ID tokens. */
const discover = async ({ issuer, clientID, clientSecret }: SingleSignOn): Promise<Configuration> => {
  const client = await loadClient();
  const url = new URL(issuer);
  const configuration = await client.discovery(
    url,
    clientID,
    clientSecret,
    // client_secret_basic is the default of RFC 8414 §2
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret);
      authenticate(server, ...rest);
    },
    {
      timeout: TIMEOUT_SECONDS,
      // the settings permit http on this machine only
      ...(url.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    },
  );
  client.enableNonRepudiationChecks(configuration);
  return configuration;
};

/** The provider's description of itself, which is read again every hour. Throws 503 if the provider does not answer. */
export const providerOf = (sso: SingleSignOn, onFailure: (cause: unknown) => void) => {
  let cached: { readAt: number; configuration: Promise<Configuration> } | undefined;
  return async (): Promise<Configuration> => {
    // the cache belongs to this process, so the portal's clock is not used
    if (!cached || performance.now() - cached.readAt > HOUR_MS)
      cached = { readAt: performance.now(), configuration: discover(sso) };
    try {
      return await cached.configuration;
    } catch (cause) {
      cached = undefined;
      onFailure(cause);
      throw silent();
    }
  };
};

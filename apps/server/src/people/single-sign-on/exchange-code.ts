import { SSO_RETURN_PATH } from '@snimok/contract/people/single-sign-on';
import { Email, Name } from '@snimok/contract/values/fields';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { forbidden } from '../../platform/errors/errors.ts';
import { loadClient, silent } from './provider.ts';
import { sentences } from './sentences.ts';

/** An employee with the claims of the provider (OpenID Connect Core 1.0 §5.1; `groups` is a common extension). */
export interface Employee {
  issuer: string;
  subject: string;
  /** the id of the session at the provider; null if it has none */
  sessionID: string | null;
  /** when the provider last asked the employee to prove her identity; null if it does not say */
  authenticatedAt: Date | null;
  name: string | null;
  /** null unless the provider has verified it */
  email: string | null;
  groups: string[];
  /** how the provider recognised the employee: the claims `acr` and `amr` (§2) */
  methods: string[];
}

/** Claims about the person, in the ID token or at the userinfo endpoint. Values of another type count as absent. */
const Profile = z.object({
  name: Name.nullish().catch(null),
  email: Email.nullish().catch(null),
  email_verified: z.boolean().nullish().catch(null),
  groups: z.array(z.string()).max(1000).nullish().catch(null),
});
type Profile = z.infer<typeof Profile>;

/** Claims about the sign-in, which are only in the ID token. */
const SignInClaims = z.object({
  sid: z.string().max(500).nullish().catch(null),
  acr: z.string().nullish().catch(null),
  amr: z.array(z.string()).nullish().catch(null),
});

/** The e-mail of the first source that has one. Only the same source can verify it, because the other may have another e-mail. */
const verifiedEmailOf = (sources: Profile[]): string | null => {
  const source = sources.find(({ email }) => email);
  return (source?.email_verified === true && source.email) || null;
};

export const returnURL = (publicURL: string) => `${publicURL}${SSO_RETURN_PATH}`;

/** Whether the provider did not answer; false for a refusal or a forged answer. */
const isSilence = (cause: unknown): boolean =>
  cause instanceof Error &&
  (cause.message === 'fetch failed' || ('code' in cause && cause.code === 'OAUTH_TIMEOUT'));

interface Expected {
  publicURL: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Exchanges the code for an ID token and verifies its signature, issuer, audience, nonce and times. The userinfo endpoint gives
 * the claims that it lacks. Throws 403 if anything is wrong, 503 if the provider does not answer.
 */
export const exchangeCode = async (
  configuration: Configuration,
  query: string,
  { publicURL, state, nonce, codeVerifier }: Expected,
  onFailure: (cause: unknown) => void,
): Promise<Employee> => {
  const client = await loadClient();
  const url = new URL(returnURL(publicURL));
  url.search = query;
  try {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw forbidden(sentences.ssoRefused);
    const info = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const token = Profile.parse(claims);
    const userinfo = Profile.parse(info);
    const { sid, acr, amr } = SignInClaims.parse(claims);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      sessionID: sid ?? null,
      name: token.name ?? userinfo.name ?? null,
      email: verifiedEmailOf([token, userinfo]),
      groups: token.groups ?? userinfo.groups ?? [],
      methods: [...(acr ? [acr] : []), ...(amr ?? [])],
      // from the ID token, whose signature is verified
      authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
    };
  } catch (cause) {
    onFailure(cause);
    throw isSilence(cause) ? silent() : forbidden(sentences.ssoRefused);
  }
};

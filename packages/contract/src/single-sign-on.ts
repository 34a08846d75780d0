import { z } from 'zod';
import { SignedIn } from './auth.ts';

/** The page of the web app to which the provider returns the browser: `redirect_uri`, registered with the provider. */
export const SSO_RETURN_PATH = '/sso';

export const startSSO = {
  method: 'POST',
  url: '/auth/sso/start',
  schema: {
    summary:
      "Begin a sign-in at the centre's identity provider (OpenID Connect, code flow with PKCE). 503 if it does not answer",
    response: {
      200: z.object({
        /** of the provider; the browser goes there */
        url: z.string(),
      }),
    },
  },
} as const;

export const finishSSO = {
  method: 'POST',
  url: '/auth/sso',
  schema: {
    summary:
      'Finish it in the browser that began it; answers as POST /auth/token. 403 if the provider or the portal admits nobody, 409 to start again',
    body: z.object({
      /** the query with which the provider has returned the browser, for example `?code=…&state=…` */
      query: z.string().max(8000),
    }),
    response: { 200: SignedIn },
  },
} as const;

export const endSSOSessions = {
  method: 'POST',
  url: '/auth/sso/logout',
  schema: {
    summary: 'For the provider: end sessions (OpenID Connect Back-Channel Logout 1.0); a form, not JSON',
    body: z.object({ logout_token: z.string().max(8000) }),
    response: { 200: z.object({}) },
  },
} as const;

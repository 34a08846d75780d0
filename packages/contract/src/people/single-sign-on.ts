import { z } from 'zod';
import { anyone, signedIn } from './access.ts';
import { SignedIn } from './auth.ts';
import { Id, NoContent } from '../values/fields.ts';

/** The page of the web app to which the provider returns the browser: `redirect_uri`, registered with the provider. */
export const SSO_RETURN_PATH = '/sso';

export const startSSO = {
  method: 'POST',
  url: '/auth/sso/start',
  access: anyone,
  schema: {
    summary:
      "Begin a sign-in at the centre's identity provider (OpenID Connect, code flow with PKCE). 503 if it does not answer",
    body: z
      .object({
        /** the provider must ask for the identity again, also in a browser that it knows; this confirms the new session */
        again: z.boolean().optional(),
      })
      .nullish(),
    response: {
      200: z.object({
        /** address of the provider, to which the browser goes */
        url: z.string(),
      }),
    },
  },
} as const;

export const finishSSO = {
  method: 'POST',
  url: '/auth/sso',
  access: anyone,
  schema: {
    summary:
      'Finish the sign-in in the browser that began it; answers as POST /auth/token, also with `mfa_required`. 403 `link_required` with email: an existing account, see POST /auth/sso/link. 403 if the provider or the portal admits nobody, 409 to start again',
    body: z.object({
      /** the query with which the provider returned the browser, for example `?code=…&state=…` */
      query: z.string().max(8000),
    }),
    response: { 200: SignedIn },
  },
} as const;

/** The body of the 403 with which `POST /auth/sso` asks, once, for the password of an existing account. */
export const LinkRequired = z.object({
  error: z.literal('link_required'),
  /** the e-mail of that account */
  email: z.string(),
});

export const linkSSO = {
  method: 'POST',
  url: '/auth/sso/link',
  access: { ...signedIn, nobody: true, 'unknown-role': true },
  schema: {
    summary:
      'Bind the account to the person at the provider. For the same browser, within ten minutes after `link_required`, with the session of a later sign-in to that account; answers as POST /auth/token. 403 another session, 409 to start again',
    response: { 200: SignedIn },
  },
} as const;

export const permitSSO = {
  method: 'PUT',
  url: '/assistant/staff/:accountID/sso',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      "Permit the person at the provider who has this employee's e-mail to take over the account without its password: once, within 72 hours. 404 without a provider, 409 if the account is bound",
    params: z.object({ accountID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const endSSOSessions = {
  method: 'POST',
  url: '/auth/sso/logout',
  access: anyone,
  schema: {
    summary: 'For the provider: end sessions (OpenID Connect Back-Channel Logout 1.0); a form, not JSON',
    body: z.object({ logout_token: z.string().max(8000) }),
    response: { 200: z.object({}) },
  },
} as const;

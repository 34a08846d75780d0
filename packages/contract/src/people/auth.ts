import { z } from 'zod';
import { anyone, signedIn } from './access.ts';
import { ProgramToken } from './program-access.ts';
import { Email, Instant, NoContent } from '../values/fields.ts';
import { PasskeyAssertion, PasskeyRequest } from './passkeys.ts';
import { SecondFactorMethod } from './second-factors.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const PASSWORD_MINIMUM = 8;

/**
 * The response to a sign-in (RFC 6749 §4.4) with the e-mail and the password as HTTP Basic credentials (RFC 7617, UTF-8).
 * The session itself is an HttpOnly cookie, so scripts cannot read it.
 */
export const SignedIn = z.object({
  user_id: z.number().int(),
  user_role: z.string(),
  /** seconds */
  expires_in: z.number().int(),
  expires_at: Instant,
  /** JWT (HS256) for the realtime connection */
  realtime_token: z.string(),
  /**
   * the account has a one-time password from a letter: this session may only choose another password
   * (`PUT /auth/password`), and all other calls are 403. A second sign-in with the one-time password is 403.
   */
  password_is_temporary: z.boolean(),
  /**
   * the account must have a second factor and has none: this session may only set one up (`POST /account/totp`), and
   * all other calls are 403
   */
  second_factor_required: z.boolean(),
});

/** The body of a sign-in. With the two further fields it is the token request of a device (RFC 8628 §3.4). */
export const TokenRequest = z.object({
  grant_type: z.string().optional(),
  device_code: z.string().max(500).optional(),
  client_id: z.string().max(100).optional(),
});

/** The response of `/auth/token` to either request; `signIn` declares only `SignedIn`. */
export const TokenResponse = z.union([SignedIn, ProgramToken]);

export const signIn = {
  method: 'POST',
  url: '/auth/token',
  access: anyone,
  schema: {
    summary:
      'Sign in (RFC 6749 client credentials, HTTP Basic), or take a token (RFC 8628 device code). 403 `mfa_required` with mfa_token and methods: right password of an account with a second factor',
    body: TokenRequest.optional(),
    response: { 200: SignedIn },
  },
} as const;

/** Contains the session of the identity provider, if the sign-in began there. */
const MFAToken = z.string().max(2000);

/** The body of the 403 with which `POST /auth/token` asks for a second factor. */
export const MFARequired = z.object({
  error: z.literal('mfa_required'),
  /** for `POST /auth/mfa` by the same device; valid for ten minutes, one success and five wrong codes */
  mfa_token: z.string(),
  methods: z.array(SecondFactorMethod),
});

export const completeSignIn = {
  method: 'POST',
  url: '/auth/mfa',
  access: anyone,
  schema: {
    summary:
      'Finish a sign-in with a second factor; answers as POST /auth/token. 403 wrong code, 409 the token has ended, was used or belongs to another device: sign in again, 429 too many wrong codes',
    body: z.object({
      mfa_token: MFAToken,
      method: SecondFactorMethod,
      /** a code of the authenticator app, or a recovery code; spaces, dashes and case are ignored */
      code: z.string().max(100).optional(),
      /** for the method `passkey`: the answer to the options of `POST /auth/passkey/options` */
      passkey: PasskeyAssertion.optional(),
    }),
    response: { 200: SignedIn },
  },
} as const;

export const startPasskeySignIn = {
  method: 'POST',
  url: '/auth/passkey/options',
  access: anyone,
  schema: {
    summary:
      'Options for `navigator.credentials.get`: with an mfa_token for the second step of its sign-in, else for a sign-in without a password. The challenge is valid once, for five minutes',
    body: z.object({ mfa_token: MFAToken.optional() }),
    response: { 200: PasskeyRequest },
  },
} as const;

export const signInWithPasskey = {
  method: 'POST',
  url: '/auth/passkey',
  access: anyone,
  schema: {
    summary:
      'Sign in with a passkey alone (WebAuthn, user verification required); answers as POST /auth/token. 403 unknown or wrong passkey',
    body: PasskeyAssertion,
    response: { 200: SignedIn },
  },
} as const;

/** Needs no session: what the sign-in page offers besides the password. */
export const getSignInOptions = {
  method: 'GET',
  url: '/auth/sign-in-options',
  access: anyone,
  schema: {
    summary: 'The ways to sign in besides a password',
    response: {
      200: z.object({
        /** the host name for which browsers offer passkeys; null if the portal has none */
        passkeyHost: z.string().nullable(),
        /** the centre's name for its identity provider; null without one, absent from earlier servers */
        ssoName: z.string().nullable().optional(),
        /** a public demonstration: when its data is replaced next; absent from every other portal */
        demoEndsAt: Instant.optional(),
      }),
    },
  },
} as const;

export const signOut = {
  method: 'DELETE',
  url: '/auth/token',
  access: anyone,
  schema: { summary: 'Sign out: the session ends on the server at once', response: { 204: NoContent } },
} as const;

export const requestPasswordReset = {
  method: 'POST',
  url: '/auth/password/reset/request',
  access: anyone,
  schema: {
    summary:
      'Request a letter with a reset link; the answer is the same for an unknown e-mail, and if several letters were sent shortly before',
    body: z.object({ email: Email }),
    response: { 204: NoContent },
  },
} as const;

export const resetPassword = {
  method: 'PUT',
  url: '/auth/password/reset',
  access: anyone,
  schema: {
    summary: 'Set a new password with a token that works once',
    body: z.object({
      token: z.string().max(500),
      password: z.string().max(1000),
      repeat_password: z.string().max(1000),
    }),
    response: { 204: NoContent },
  },
} as const;

export const choosePassword = {
  method: 'PUT',
  url: '/auth/password',
  access: { ...signedIn, nobody: true, 'unknown-role': true, 'one-time-password': true },
  schema: {
    summary: 'Replace the one-time password with which the caller has just signed in; other sessions end',
    body: z.object({ password: z.string().max(1000), repeat_password: z.string().max(1000) }),
    response: { 204: NoContent },
  },
} as const;

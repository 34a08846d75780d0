import { z } from 'zod';
import { signedIn } from './access.ts';
import { Instant, NoContent, Uuid } from '../values/fields.ts';
import { Passkey, PasskeyCreation, PasskeyName, PasskeyRegistration } from './passkeys.ts';

export const SecondFactorMethod = z.enum(['totp', 'recovery', 'passkey']);

/**
 * A change of the factors needs a proof of identity besides the session: the password, or a code of the authenticator app. A
 * session that must set up a factor before anything else needs neither, because its user has just signed in.
 */
export const Confirmation = z.object({
  password: z.string().max(1000).optional(),
  code: z.string().max(100).optional(),
});

export const SecondFactors = z.object({
  /** the account must have a second factor */
  required: z.boolean(),
  /** the authenticator app; null without one */
  totp: z.object({ createdAt: Instant, lastUsedAt: Instant.nullable() }).nullable(),
  /** number of unused recovery codes */
  recoveryCodes: z.number().int(),
  /** absent from earlier servers */
  passkeys: z.array(Passkey).optional(),
  /** the host name for which browsers offer passkeys of this portal; null if its address is an IP address */
  passkeyHost: z.string().nullable().optional(),
});

export const getSecondFactors = {
  method: 'GET',
  url: '/account/second-factors',
  access: { ...signedIn, 'second-factor-due': true },
  schema: { summary: 'The second factors of the own account', response: { 200: SecondFactors } },
} as const;

export const startTOTP = {
  method: 'POST',
  url: '/account/totp',
  access: { ...signedIn, 'second-factor-due': true },
  schema: {
    summary:
      'Make a secret for an authenticator app (RFC 6238); it becomes a second factor when its first code is confirmed',
    body: Confirmation,
    response: {
      200: z.object({
        /** in base 32, for typing it in by hand */
        secret: z.string(),
        /** `otpauth://totp/…`, for a QR code */
        uri: z.string(),
      }),
    },
  },
} as const;

/** Only shown once; empty if the account already has recovery codes. */
export const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmTOTP = {
  method: 'POST',
  url: '/account/totp/confirm',
  access: { ...signedIn, 'second-factor-due': true },
  schema: {
    summary: 'Switch the authenticator app on with its first code; all other sessions of the account end',
    body: z.object({ code: z.string().max(100) }),
    response: { 200: NewRecoveryCodes },
  },
} as const;

export const removeTOTP = {
  method: 'POST',
  url: '/account/totp/remove',
  access: signedIn,
  schema: {
    summary: 'Remove the authenticator app; 409 if it is the last factor and the account must have one',
    body: Confirmation,
    response: { 204: NoContent },
  },
} as const;

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/account/recovery-codes',
  access: signedIn,
  schema: {
    summary: 'Replace all recovery codes; 409 without a second factor',
    body: Confirmation,
    response: { 200: NewRecoveryCodes },
  },
} as const;

export const startPasskey = {
  method: 'POST',
  url: '/account/passkeys/options',
  access: { ...signedIn, 'second-factor-due': true },
  schema: {
    summary: 'Options for `navigator.credentials.create`; the challenge is valid once, for five minutes',
    body: Confirmation,
    response: { 200: PasskeyCreation },
  },
} as const;

export const addPasskey = {
  method: 'POST',
  url: '/account/passkeys',
  access: { ...signedIn, 'second-factor-due': true },
  schema: {
    summary: 'Register a passkey (WebAuthn); all other sessions of the account end',
    body: z.object({ name: PasskeyName.default(''), credential: PasskeyRegistration }),
    response: { 200: NewRecoveryCodes },
  },
} as const;

export const removePasskey = {
  method: 'POST',
  url: '/account/passkeys/:passkeyUUID/remove',
  access: signedIn,
  schema: {
    summary: 'Remove a passkey; 409 if it is the last factor and the account must have one',
    params: z.object({ passkeyUUID: Uuid }),
    body: Confirmation,
    response: { 204: NoContent },
  },
} as const;

import { z } from 'zod';
import { signedIn } from './access.ts';
import { NoContent } from '../values/fields.ts';
import { PasskeyAssertion, PasskeyRequest } from './passkeys.ts';

/** The field `code` of the 403 that asks for a confirmation; `error` is the sentence for people. */
export const CONFIRMATION_REQUIRED = 'confirmation_required';

/** The most convenient first: a passkey needs no typing, and an employee who signs in at the provider may not know a password. */
export const ConfirmationMethod = z.enum(['passkey', 'totp', 'password', 'recovery']);

export const getConfirmation = {
  method: 'GET',
  url: '/account/confirmation',
  access: signedIn,
  schema: {
    summary: 'How this session can be confirmed, the most convenient way first',
    response: {
      200: z.object({
        methods: z.array(ConfirmationMethod),
        /** the host name for which browsers offer passkeys of this portal; null if it has none */
        passkeyHost: z.string().nullable(),
        /** the centre's name for its identity provider, if a new sign-in there also confirms; otherwise null */
        ssoName: z.string().nullable(),
      }),
    },
  },
} as const;

export const confirmSession = {
  method: 'POST',
  url: '/account/confirmation',
  access: signedIn,
  schema: {
    summary:
      'Confirm that the owner is at this session: calls that answer 403 with the code confirmation_required then work for ten minutes, as after a sign-in. 403 wrong, 429 too many wrong',
    body: z.object({
      method: ConfirmationMethod,
      password: z.string().max(1000).optional(),
      /** a code of the authenticator app, or a recovery code */
      code: z.string().max(100).optional(),
      /** the answer to the options of `POST /account/confirmation/passkey` */
      passkey: PasskeyAssertion.optional(),
    }),
    response: { 204: NoContent },
  },
} as const;

export const startConfirmationPasskey = {
  method: 'POST',
  url: '/account/confirmation/passkey',
  access: signedIn,
  schema: {
    summary: 'Options for `navigator.credentials.get`; the challenge is valid once, for five minutes',
    response: { 200: PasskeyRequest },
  },
} as const;

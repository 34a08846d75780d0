import { call } from '../../../shared/calls/call.ts';
import { signIn } from './calls.ts';

/** Throws a CallProblem with the error `mfa_required` if the account needs a second factor. */
export const signInWith = (email: string, password: string) =>
  call(signIn, {
    headers: { authorization: basic(email.trim(), password) },
    body: { grant_type: 'client_credentials' },
  });

/**
 * HTTP Basic credentials in UTF-8 (RFC 7617). They are converted to bytes first, because `btoa` accepts
 * Latin-1 only.
 */
const basic = (email: string, password: string) =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${password}`)))}`;

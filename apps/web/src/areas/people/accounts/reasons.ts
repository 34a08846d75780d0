import { CallProblem } from '../../../shared/calls/call.ts';
import { PasskeyProblem } from '../../../shared/passkeys/passkey-problem.ts';
import { sentences } from '../../../shared/calls/sentences.ts';

/** The sentence for a refused sign-in (product 35.1). */
export function signInReason(reason: unknown): string {
  const { signIn } = sentences;
  if (!(reason instanceof CallProblem) || reason.status === undefined) return signIn.unknown;
  const { status, error = '', retryAfterSeconds = 60 } = reason;
  if (status === 500) return signIn.server;
  if (status === 400) return error === 'invalid_request' ? signIn.email : signIn.invalid(error);
  if (status === 403) return error === 'unauthorized_client' ? signIn.credentials : signIn.denied(error);
  // the general sentence would show only the number 429
  if (status === 429) return signIn.tooMany(Math.ceil(retryAfterSeconds / 60));
  return signIn.status(status);
}

/** The sentence for a refused second step of a sign-in: the server's own, or why the browser used no passkey. */
export function secondStepReason(reason: unknown): string {
  const { signIn } = sentences;
  if (reason instanceof PasskeyProblem) return reason.message;
  if (!(reason instanceof CallProblem) || reason.status === undefined) return signIn.unknown;
  if (reason.status === 500) return signIn.server;
  return reason.error ?? signIn.status(reason.status);
}

/** The sentence for a refused password form (product 35.2). */
export function passwordReason(reason: unknown): string {
  const { password } = sentences;
  if (!(reason instanceof CallProblem) || reason.status === undefined) return password.unknown;
  const { status, error } = reason;
  if (status === 500) return password.server;
  if (status === 400) return error && error !== 'invalid_request' ? error : password.invalid;
  if ((status === 403 || status === 409 || status === 429) && error) return error;
  return password.status(status);
}

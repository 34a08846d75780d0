import { CallProblem } from '../../shared/call.ts';
import { sentences } from '../../shared/sentences.ts';

/** spec.md §8, sign-in: what each refusal is called on the screen. */
export function signInReason(reason: unknown): string {
  const { signIn } = sentences;
  if (!(reason instanceof CallProblem) || reason.status === undefined) return signIn.unknown;
  const { status, error = '', retryAfterSeconds = 60 } = reason;
  if (status === 500) return signIn.server;
  if (status === 400) return error === 'invalid_request' ? signIn.email : signIn.invalid(error);
  if (status === 403) return error === 'unauthorized_client' ? signIn.credentials : signIn.denied(error);
  // Not in spec.md, which knows no throttling; a bare number would leave the user guessing.
  if (status === 429) return signIn.tooMany(Math.ceil(retryAfterSeconds / 60));
  return signIn.status(status);
}

/** spec.md §8, password forms. */
export function passwordReason(reason: unknown): string {
  const { password } = sentences;
  if (!(reason instanceof CallProblem) || reason.status === undefined) return password.unknown;
  const { status, error } = reason;
  if (status === 500) return password.server;
  if (status === 400) return error && error !== 'invalid_request' ? error : password.invalid;
  if ((status === 409 || status === 429) && error) return error;
  return password.status(status);
}

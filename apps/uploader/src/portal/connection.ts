import { CallProblem, callerOf } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/send-problem';
import type { Desk, OpenDesk } from '../program/context.ts';
import { Ended, EXIT } from '../program/exit-error.ts';
import { readCredentials } from '../sign-in/credentials.ts';
import { sentences } from '../sentences.ts';

export const signInHint = sentences.signInFirst;

/** Reads the token anew for every call, so that a new sign-in counts at once, in a running service too. */
export function openDesk(desk: Desk): OpenDesk {
  const known = readCredentials(desk.places.credentials);
  if (!known) throw new Ended(EXIT.notSignedIn, signInHint);
  const headers = () => ({
    authorization: `Bearer ${readCredentials(desk.places.credentials)?.token ?? known.token}`,
  });
  return { ...desk, portal: known.portal, call: callerOf({ address: known.portal, headers }) };
}

/** Is this the end of the permission, and not a trouble of the line? */
export const isSignedOut = (problem: unknown): boolean =>
  (problem instanceof CallProblem || problem instanceof SendProblem) && problem.status === 401;

/** Passes by itself, or may: no answer, a busy or restarted server. */
export function mayPass(problem: unknown): boolean {
  if (!(problem instanceof CallProblem || problem instanceof SendProblem)) return false;
  const { status } = problem;
  return status === undefined || status === null || status === 408 || status === 429 || status >= 500;
}

/** The problem as the end of a command: its exit code, and the portal's own sentence where it gave one. */
export function toEnd(problem: unknown): unknown {
  if (isSignedOut(problem)) return new Ended(EXIT.notSignedIn, sentences.revoked);
  if (problem instanceof SendProblem) {
    return new Ended(mayPass(problem) ? EXIT.failed : EXIT.refused, problem.message);
  }
  if (!(problem instanceof CallProblem)) return problem;
  if (problem.status === undefined) return new Ended(EXIT.failed, sentences.noAnswer);
  const sentence = problem.error ?? sentences.unexpected(problem.status);
  return new Ended(mayPass(problem) ? EXIT.failed : EXIT.refused, sentence);
}

import { CallProblem, callerOf } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/send-problem';
import type { CommandContext, PortalContext } from '../program/context.ts';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { readCredentials } from '../sign-in/credentials.ts';
import { sentences } from '../sentences.ts';

export const signInHint = sentences.signInFirst;

/** Reads the token anew for every call, so that a new sign-in counts at once, in a running service too. */
export function openPortal(desk: CommandContext): PortalContext {
  const known = readCredentials(desk.paths.credentials);
  if (!known) throw new ExitError(EXIT.notSignedIn, signInHint);
  const headers = () => ({
    authorization: `Bearer ${readCredentials(desk.paths.credentials)?.token ?? known.token}`,
  });
  return { ...desk, portal: known.portal, call: callerOf({ address: known.portal, headers }) };
}

/** Is this the end of the permission, and not a trouble of the line? */
export const isUnauthorized = (problem: unknown): boolean =>
  (problem instanceof CallProblem || problem instanceof SendProblem) && problem.status === 401;

/** Passes by itself, or may: no answer, a busy or restarted server. */
export function isTemporary(problem: unknown): boolean {
  if (!(problem instanceof CallProblem || problem instanceof SendProblem)) return false;
  const { status } = problem;
  return status === undefined || status === null || status === 408 || status === 429 || status >= 500;
}

/** The problem as the end of a command: its exit code, and the portal's own sentence where it gave one. */
export function toExitError(problem: unknown): unknown {
  if (isUnauthorized(problem)) return new ExitError(EXIT.notSignedIn, sentences.revoked);
  if (problem instanceof SendProblem) {
    return new ExitError(isTemporary(problem) ? EXIT.failed : EXIT.refused, problem.message);
  }
  if (!(problem instanceof CallProblem)) return problem;
  if (problem.status === undefined) return new ExitError(EXIT.failed, sentences.noAnswer);
  const sentence = problem.error ?? sentences.unexpected(problem.status);
  return new ExitError(isTemporary(problem) ? EXIT.failed : EXIT.refused, sentence);
}

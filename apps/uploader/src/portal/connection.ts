import { CallProblem, callerOf } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import type { CommandContext, PortalContext } from '../program/context.ts';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { readCredentials } from './credentials.ts';
import { sentences } from '../program/sentences.ts';

/**
 * The context of a signed-in command; throws if nobody has signed in. Reads the token for every call, so that a running
 * service uses a new sign-in at once.
 */
export function openPortal(context: CommandContext): PortalContext {
  const credentials = readCredentials(context.paths.credentials);
  if (!credentials) throw new ExitError(EXIT.notSignedIn, sentences.signInFirst);
  const headers = () => ({
    authorization: `Bearer ${readCredentials(context.paths.credentials)?.token ?? credentials.token}`,
  });
  return { ...context, portal: credentials.portal, call: callerOf({ address: credentials.portal, headers }) };
}

/** Whether the portal rejected the token: access was revoked or has expired. */
export const isUnauthorized = (problem: unknown): boolean =>
  (problem instanceof CallProblem || problem instanceof SendProblem) && problem.status === 401;

/** Whether a later attempt may succeed: no answer, or a busy or restarting server. */
export function isTemporary(problem: unknown): boolean {
  if (!(problem instanceof CallProblem || problem instanceof SendProblem)) return false;
  const { status } = problem;
  return status === undefined || status === null || status === 408 || status === 429 || status >= 500;
}

/** The exit code for a problem, with the portal's sentence if it gave one. */
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

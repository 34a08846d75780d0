import { CallProblem } from './call.ts';
import { sentences } from './sentences.ts';

/**
 * The sentence for a failed call: the server's own, `fallback` if it sent none, or a fixed one if there was
 * no response.
 */
export function explain(reason: unknown, fallback: string = sentences.common.later): string {
  if (!(reason instanceof CallProblem)) return fallback;
  if (reason.status === undefined) return sentences.page.noAnswer;
  return reason.error ?? fallback;
}

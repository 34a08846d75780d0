import { CallProblem, hasNoResponse } from './call.ts';
import { sentences } from './sentences.ts';

/** The sentence for a failed call: the server's own if it sent one. `specified` is the screen's sentence (product 35.3). */
export function explain(reason: unknown, specified?: string): string {
  const error = reason instanceof CallProblem ? reason.error : undefined;
  if (hasNoResponse(reason) && !error)
    return specified ? `${specified}. ${sentences.page.advice}` : sentences.page.noAnswer;
  return error ?? specified ?? sentences.common.later;
}

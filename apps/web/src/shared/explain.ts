import { CallProblem } from './call.ts';
import { sentences } from './sentences.ts';

/** A failed call in words: the server's own sentence, or what the web side knows of the silence. */
export function explain(reason: unknown, fallback: string = sentences.common.later): string {
  if (!(reason instanceof CallProblem)) return fallback;
  if (reason.status === undefined) return sentences.page.noAnswer;
  return reason.error ?? fallback;
}

import { CallProblem } from '@snimok/api-client/call';
import { pauseMs } from '@snimok/api-client/transfer/retry';
import { isTemporary } from '../portal/connection.ts';

/** About four minutes including the pauses, longer than a restart of the portal takes. */
const MAX_ATTEMPTS = 12;

interface RetryOptions {
  wait: (ms: number) => Promise<unknown>;
  /** called once, before the first pause */
  onPause: () => void;
}

/**
 * Repeats calls of the API while the portal does not answer. Failed file transfers (`SendProblem`) are not repeated
 * here, because the upload has retried them already.
 */
export async function retryCalls<T>(
  attemptCalls: () => Promise<T>,
  { wait, onPause }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptCalls();
    } catch (problem) {
      const canRetry = problem instanceof CallProblem && isTemporary(problem);
      if (!canRetry || attempt === MAX_ATTEMPTS) throw problem;
      if (attempt === 1) onPause();
      await wait(pauseMs(attempt, problem.retryAfterSeconds ?? null));
    }
  }
}

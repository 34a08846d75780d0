import { CallProblem } from '@snimok/api-client/call';
import { pauseMs } from '@snimok/api-client/retry';
import { isTemporary } from '../portal/connection.ts';

/** With the pauses between them some four minutes: a portal that is being restarted is back by then. */
const TRIES = 12;

interface Surroundings {
  wait: (ms: number) => Promise<unknown>;
  /** told once, however often it is tried */
  onPause: () => void;
}

/** Asks again while the portal is away. Sending files has a patience of its own, and what it gives up stays given up. */
export async function retryCalls<T>(ask: () => Promise<T>, { wait, onPause }: Surroundings): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (problem) {
      const passes = problem instanceof CallProblem && isTemporary(problem);
      if (!passes || attempt === TRIES) throw problem;
      if (attempt === 1) onPause();
      await wait(pauseMs(attempt, problem.retryAfterSeconds ?? null));
    }
  }
}

import { isOffline, onceOnline } from './connectivity.ts';
import { isTransient, type SendProblem } from './send-problem.ts';

const MAX_PAUSE_MS = 30_000;

/**
 * 1, 2, 4 … 30 s with a random reduction of up to half, so that many files do not retry at the same moment.
 */
export function pauseMs(attempt: number, retryAfterSeconds: number | null, random = Math.random): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, 5 * 60_000);
  const ceiling = Math.min(MAX_PAUSE_MS, 1000 * 2 ** (attempt - 1));
  return ceiling * (0.5 + random() / 2);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(finish, ms);
    // A restored connection ends the pause.
    const unsubscribe = onceOnline(finish);
    signal.addEventListener('abort', stop);
    function clean() {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', stop);
    }
    function finish() {
      clean();
      resolve();
    }
    function stop() {
      clean();
      reject(signal.reason);
    }
  });
}

function untilOnline(signal: AbortSignal): Promise<void> {
  return isOffline() ? wait(3_600_000, signal).then(() => untilOnline(signal)) : Promise.resolve();
}

interface RetryOptions {
  signal: AbortSignal;
  /** attempts before giving up; attempts that failed offline are not counted */
  tries: number;
  onPause?: (attempt: number, problem: SendProblem) => void;
}

/** Repeats an operation until it succeeds, fails permanently, or has used up its attempts. */
export async function retry<T>(
  attemptIt: () => Promise<T>,
  { signal, tries, onPause }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ;) {
    await untilOnline(signal);
    signal.throwIfAborted();
    try {
      return await attemptIt();
    } catch (problem) {
      if (signal.aborted || !isTransient(problem)) throw problem;
      if (isOffline()) continue;
      if (attempt >= tries) throw problem;
      onPause?.(attempt, problem);
      await wait(pauseMs(attempt, problem.retryAfterSeconds), signal);
      attempt += 1;
    }
  }
}

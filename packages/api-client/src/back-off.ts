import { isOffline, onceOnline } from './line.ts';
import { passes, type SendProblem } from './problem.ts';

const LONGEST_MS = 30_000;

/** 1, 2, 4 … 30 s, each somewhere in its upper half, so that many files do not come back at the same moment. */
export function pauseMs(attempt: number, retryAfterSeconds: number | null, random = Math.random): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, 5 * 60_000);
  const ceiling = Math.min(LONGEST_MS, 1000 * 2 ** (attempt - 1));
  return ceiling * (0.5 + random() / 2);
}

export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(finish, ms);
    // A line that has come back is worth trying at once.
    const forget = onceOnline(finish);
    signal.addEventListener('abort', stop);
    function clean() {
      clearTimeout(timer);
      forget();
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

export function untilOnline(signal: AbortSignal): Promise<void> {
  return isOffline() ? wait(3_600_000, signal).then(() => untilOnline(signal)) : Promise.resolve();
}

interface Patience {
  signal: AbortSignal;
  /** tries before giving up; time spent without a line is not counted */
  tries: number;
  onPause?: (attempt: number, problem: SendProblem) => void;
}

/** Does it until it succeeds, fails for good, or has failed too often. */
export async function persist<T>(
  attemptIt: () => Promise<T>,
  { signal, tries, onPause }: Patience,
): Promise<T> {
  for (let attempt = 1; ;) {
    await untilOnline(signal);
    signal.throwIfAborted();
    try {
      return await attemptIt();
    } catch (problem) {
      if (signal.aborted || !passes(problem)) throw problem;
      if (isOffline()) continue;
      if (attempt >= tries) throw problem;
      onPause?.(attempt, problem);
      await wait(pauseMs(attempt, problem.retryAfterSeconds), signal);
      attempt += 1;
    }
  }
}

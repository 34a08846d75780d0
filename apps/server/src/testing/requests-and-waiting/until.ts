import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/**
 * Calls `poll` until its result is truthy, and returns the result. Throws after a minute, naming what was waited for.
 */
export const until = async <T>(
  what: string,
  poll: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  // if polled more often, the requests of a test would take CPU time from the work that it waits for
  everyMs = 25,
): Promise<T> => {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await poll();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await pause(everyMs);
  }
};

import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/** Looks again and again until there is something to see; what a person would wait for, not for a number of seconds. */
export const until = async <T>(
  description: string,
  poll: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  everyMs = 10,
): Promise<T> => {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await poll();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${description}`);
    await pause(everyMs);
  }
};

import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Looks again and again until there is something to see; what a person would wait for, not for a number of seconds. */
export const until = async <T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  everyMs = 10,
): Promise<T> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(everyMs);
  }
};

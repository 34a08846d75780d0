import { setTimeout as pause } from 'node:timers/promises';

/** Looks again and again until there is something to see; what it waited for in vain becomes the error. */
export const until = async <T>(
  what: string | (() => string),
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 60_000, everyMs = 100 } = {},
): Promise<T> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`);
    await pause(everyMs);
  }
};

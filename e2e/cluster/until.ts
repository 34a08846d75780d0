import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the result is truthy. After the timeout the error contains `description`, which says what has
 * not happened.
 */
export const until = async <T>(
  description: string | (() => string),
  poll: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 60_000, everyMs = 100 } = {},
): Promise<T> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await poll();
    if (found) return found;
    if (performance.now() > deadline)
      throw new Error(
        `timed out waiting for ${typeof description === 'string' ? description : description()}`,
      );
    await pause(everyMs);
  }
};

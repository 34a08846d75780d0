import type { Logger } from 'pino';

interface Progress {
  /** `fraction` is between 0 and 1 */
  report: (fraction: number) => void;
  /** resolves after the last write */
  finished: () => Promise<void>;
}

/**
 * Writes a job's progress at most every `everyMs`, one write after another. A failed write is only logged, because the next
 * one replaces the number.
 */
export const throttleProgress = (
  everyMs: number,
  log: Logger,
  about: Record<string, string>,
  write: (fraction: number) => Promise<void>,
): Progress => {
  let last = 0;
  let writing: Promise<void> = Promise.resolve();
  return {
    report(fraction) {
      const now = performance.now();
      if (now - last < everyMs) return;
      last = now;
      writing = writing.then(() =>
        write(Math.min(fraction, 1)).catch((cause) => {
          log.debug({ err: cause, ...about }, 'progress was not written');
        }),
      );
    },
    finished: () => writing,
  };
};

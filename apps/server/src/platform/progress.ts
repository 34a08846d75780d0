import type { Logger } from 'pino';

export interface Progress {
  /** between 0 and 1 */
  report: (share: number) => void;
  finished: () => Promise<void>;
}

/** Tells of a job's progress now and then, one after another; what cannot be told costs nothing but a stale number. */
export const throttleProgress = (
  everyMs: number,
  log: Logger,
  about: Record<string, string>,
  tell: (share: number) => Promise<void>,
): Progress => {
  let last = 0;
  let telling: Promise<void> = Promise.resolve();
  return {
    report(share) {
      const now = performance.now();
      if (now - last < everyMs) return;
      last = now;
      telling = telling.then(() =>
        tell(Math.min(share, 1)).catch((cause) => {
          log.debug({ err: cause, ...about }, 'progress was not written');
        }),
      );
    },
    finished: () => telling,
  };
};

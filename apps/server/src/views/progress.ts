import type { Context } from '../context.ts';
import { updateViewProgress } from './queries.ts';

const REPORT_EVERY_MS = 400;

/** Writes progress now and then, one write at a time; a write that fails costs nothing but a stale number. */
export const reportViewProgress = ({ db, log }: Context, objectID: string, runID: string) => {
  let last = 0;
  let writing: Promise<void> = Promise.resolve();
  return {
    report(share: number) {
      const now = performance.now();
      if (now - last < REPORT_EVERY_MS) return;
      last = now;
      writing = writing.then(() =>
        updateViewProgress(db, objectID, runID, Math.min(share, 1)).catch((cause) => {
          log.debug({ err: cause, objectID }, 'progress was not written');
        }),
      );
    },
    settled: () => writing,
  };
};

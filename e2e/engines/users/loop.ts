import { setTimeout as pause } from 'node:timers/promises';

/** Repeats `step` until it is stopped. A failure ends only one step, because the call log has recorded it. */
export const startLoop = (step: () => Promise<void>, pauseMs: number) => {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await step().catch(() => undefined);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
};

export type Loop = ReturnType<typeof startLoop>;

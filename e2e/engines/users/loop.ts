import { setTimeout as pause } from 'node:timers/promises';

/** Does the same thing again and again until it is told to stop; refusals are in the diary, and end only one turn. */
export const routine = (turn: () => Promise<void>, pauseMs: number) => {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await turn().catch(() => undefined);
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

export type Routine = ReturnType<typeof routine>;

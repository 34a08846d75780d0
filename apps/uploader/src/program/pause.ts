import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, at most until the program is asked to stop. The caller checks `stop` afterwards. */
export const pause = async (ms: number, stop: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal: stop });
  } catch (cause) {
    if (!stop.aborted) throw cause;
  }
};

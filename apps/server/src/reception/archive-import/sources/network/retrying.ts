import { setTimeout as sleep } from 'node:timers/promises';
import { SourceUnreachable } from '../source-unreachable.ts';

/** A connection failed or was lost; a later attempt may succeed. The message is English and has no secret. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Waits between the attempts. A restarted archive answers within seconds. */
const WAITS_MS = [500, 2_000, 5_000];

/**
 * Repeats work whose connection is lost.
 * @throws SourceUnreachable after the last attempt; every other error of the work at once
 */
export const retrying = async <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  waitsMs: readonly number[] = WAITS_MS,
): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof ConnectionLost)) throw cause;
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined) throw new SourceUnreachable(cause.message, { cause });
      await sleep(waitMs, undefined, { signal });
    }
  }
};

import type { Context } from '../context.ts';
import type { Publication } from '../outside/realtime/realtime.ts';
import { assignNumbers, lockStream, isAnyWaiting, listWaiting } from './queries.ts';

const BATCH = 500;
const RETRY_MS = { send: 200, longest: 5_000 };
/** For whatever no notification told of. */
const POLL_EVERY_MS = 5_000;

/**
 * Gives what was announced its place in the order, some of it at a time; false when nothing waits. `first` is told of it
 * before, under the lock: an engine outside has an order of its own, and only what it took has a number.
 */
export const numberBatch = async (
  { db }: Pick<Context, 'db'>,
  send: (publications: Publication[], epoch: string) => Promise<void>,
): Promise<boolean> => {
  if (!(await isAnyWaiting(db))) return false;
  await db.transaction().execute(async (tx) => {
    const { epoch, lastNumber } = await lockStream(tx);
    const waiting = await listWaiting(tx, BATCH);
    if (waiting.length === 0) return;
    const numbered = waiting.map((row, at) => ({ ...row, number: lastNumber + at + 1 }));
    await send(numbered, epoch);
    await assignNumbers(
      tx,
      waiting.map(({ id }) => id),
      lastNumber,
    );
  });
  return true;
};

/** Runs `round` whenever it is woken, one at a time, and again while it fails. */
export const runWhenWoken = (task: () => Promise<void>, onError: (cause: unknown) => void) => {
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.send;
  const run = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        await task();
        retryMs = RETRY_MS.send;
      } catch (cause) {
        if (!stopped) onError(cause);
        retry = setTimeout(wake, retryMs).unref();
        retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
        break;
      }
    }
    running = null;
  };
  const wake = (): void => {
    wanted = true;
    running ??= run();
  };
  const polling = setInterval(wake, POLL_EVERY_MS).unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(polling);
      await running;
    },
  };
};

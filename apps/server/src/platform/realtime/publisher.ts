import type { Context } from '../context.ts';
import type { Publication } from '../outside/realtime/realtime.ts';
import { assignNumbers, lockStream, isAnyWaiting, listWaiting } from './queries.ts';

const BATCH = 500;
const RETRY_MS = { shortest: 200, longest: 5_000 };
/** Polls for publications whose notification was lost. */
const POLL_EVERY_MS = 5_000;

/**
 * Numbers a batch of waiting publications in order; false if none wait. `send` is called under the stream's lock, before
 * the numbers are stored: Centrifugo has an order of its own, so only publications that it has accepted get a number.
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

const always = () => true;

/**
 * Runs `task` after each `wake`, never twice at a time, and retries with growing delays while it fails. `wake` can be given
 * a condition, which is evaluated when no task runs. The task runs if one of the waiting conditions holds.
 */
export const runWhenWoken = (task: () => Promise<void>, onError: (cause: unknown) => void) => {
  let wanted: (() => boolean)[] = [];
  let stopped = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.shortest;
  const run = async (): Promise<void> => {
    while (wanted.length > 0 && !stopped) {
      const conditions = wanted;
      wanted = [];
      if (!conditions.some((holds) => holds())) continue;
      try {
        await task();
        retryMs = RETRY_MS.shortest;
      } catch (cause) {
        if (!stopped) onError(cause);
        retry = setTimeout(() => wake(), retryMs).unref();
        retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
        break;
      }
    }
    running = null;
  };
  const wake = (condition = always): void => {
    wanted.push(condition);
    // `run` may end without waiting, and must not reset `running` before it is set
    running ??= Promise.resolve().then(run);
  };
  const polling = setInterval(() => wake(), POLL_EVERY_MS).unref();
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

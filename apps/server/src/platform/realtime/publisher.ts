import type { Context } from '../context.ts';
import type { Publication } from '../outside/realtime/realtime.ts';
import { giveNumbers, lockStream, isAnyWaiting, listWaiting } from './queries.ts';

const BATCH = 500;
const RETRY_MS = { first: 200, longest: 5_000 };
/** For whatever no notification told of. */
const LOOK_EVERY_MS = 5_000;

/**
 * Gives what was announced its place in the order, some of it at a time; false when nothing waits. `first` is told of it
 * before, under the lock: an engine outside has an order of its own, and only what it took has a number.
 */
export const numberSome = async (
  { db }: Pick<Context, 'db'>,
  first: (publications: Publication[], epoch: string) => Promise<void>,
): Promise<boolean> => {
  if (!(await isAnyWaiting(db))) return false;
  await db.transaction().execute(async (tx) => {
    const { epoch, lastNumber } = await lockStream(tx);
    const waiting = await listWaiting(tx, BATCH);
    if (waiting.length === 0) return;
    const numbered = waiting.map((row, at) => ({ ...row, number: lastNumber + at + 1 }));
    await first(numbered, epoch);
    await giveNumbers(
      tx,
      waiting.map(({ id }) => id),
      lastNumber,
    );
  });
  return true;
};

/** Runs `round` whenever it is woken, one at a time, and again while it fails. */
export const repeat = (round: () => Promise<void>, failed: (cause: unknown) => void) => {
  let wanted = false;
  let stopped = false;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let pause = RETRY_MS.first;
  const run = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        await round();
        pause = RETRY_MS.first;
      } catch (cause) {
        if (!stopped) failed(cause);
        retry = setTimeout(wake, pause).unref();
        pause = Math.min(pause * 2, RETRY_MS.longest);
        break;
      }
    }
    running = null;
  };
  const wake = (): void => {
    wanted = true;
    running ??= run();
  };
  const looking = setInterval(wake, LOOK_EVERY_MS).unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(looking);
      await running;
    },
  };
};

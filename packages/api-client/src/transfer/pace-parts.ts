import { FILES_IN_PROGRESS } from './transfer-slots.ts';

/** A part interrupted by a reload is lost, so few parts are sent at the same time on a slow line. */
const FAST_PART_MS = 4_000;
const SLOW_PART_MS = 8_000;

/**
 * Sends parts or bundles concurrently: one at first, one more after each that was fast, one less after each that was slow.
 * After the first failure it starts no more and rejects when the running ones have ended.
 */
export async function forEachPaced<T>(
  items: AsyncIterable<T> | Iterable<T>,
  send: (item: T) => Promise<'sent' | 'skipped'>,
  now: () => number = () => performance.now(),
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let limit = 1;

  async function sendTimed(item: T) {
    const startedAt = now();
    try {
      if ((await send(item)) === 'skipped') return;
      const elapsedMs = now() - startedAt;
      if (elapsedMs < FAST_PART_MS) limit = Math.min(FILES_IN_PROGRESS, limit + 1);
      else if (elapsedMs > SLOW_PART_MS) limit = Math.max(1, limit - 1);
    } catch (problem) {
      failures.push(problem);
    }
  }

  try {
    for await (const item of items) {
      if (failures.length > 0) break;
      const one = sendTimed(item).then(() => void running.delete(one));
      running.add(one);
      while (running.size >= limit && failures.length === 0) await Promise.race(running);
    }
  } catch (problem) {
    failures.push(problem);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

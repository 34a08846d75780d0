import { expect, test } from 'vitest';
import { forEachPaced } from './pace-parts.ts';

/**
 * A line on which every part takes the given time, whatever else is in transfer; records how many are in transfer
 * at once.
 */
async function sendAll(count: number, partMs: (number: number) => number | 'skipped') {
  let clock = 0;
  const inTransfer: { endsAt: number; end: () => void }[] = [];
  const atOnce: number[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sent = forEachPaced(
    numbers,
    async (number) => {
      const ms = partMs(number);
      if (ms === 'skipped') return ms;
      await new Promise<void>((end) => inTransfer.push({ endsAt: clock + ms, end }));
      return 'sent';
    },
    () => clock,
  );
  let isDone = false;
  void sent.then(() => (isDone = true));
  while (!isDone) {
    // lets the parts start that may start now
    await new Promise((resume) => setImmediate(resume));
    if (inTransfer.length === 0) continue;
    atOnce.push(inTransfer.length);
    inTransfer.sort((one, other) => one.endsAt - other.endsAt);
    const next = inTransfer.shift()!;
    clock = next.endsAt;
    next.end();
  }
  return atOnce;
}

test('on a slow line one part is in transfer at a time, so that an interruption loses little', async () => {
  expect(await sendAll(5, () => 20_000)).toEqual([1, 1, 1, 1, 1]);
});

test('on a fast line four parts are in transfer', async () => {
  expect(Math.max(...(await sendAll(20, () => 300)))).toBe(4);
});

test('fewer parts are in transfer at a time after the connection has become slow', async () => {
  const atOnce = await sendAll(20, (number) => (number <= 8 ? 300 : 20_000));
  expect(Math.max(...atOnce)).toBe(4);
  expect(atOnce.at(-1)).toBe(1);
  expect(atOnce.slice(-4)).toEqual([1, 1, 1, 1]);
});

test('parts that are already stored do not count as a measurement of the connection', async () => {
  expect(await sendAll(12, (number) => (number <= 8 ? 'skipped' : 20_000))).toEqual([1, 1, 1, 1]);
});

import { expect, test } from 'vitest';
import { runBulk } from './run-bulk.ts';

test('a failure of one item does not stop the others and is reported with its reason', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const failed = await runBulk(
    [1, 2, 3, 4, 5, 6, 7],
    async (item) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      if (item % 3 === 0) throw new Error(`refused ${item}`);
      done.push(item);
    },
    () => undefined,
  );
  expect(done.toSorted()).toEqual([1, 2, 4, 5, 7]);
  expect(failed).toEqual([
    { item: 3, reason: new Error('refused 3') },
    { item: 6, reason: new Error('refused 6') },
  ]);
  expect(most).toBe(3);
});

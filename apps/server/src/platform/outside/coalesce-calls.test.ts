import { expect, test } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

const pendingCalls = () => {
  const pending: { argument: string; resolve: (value: number) => void; reject: (cause: Error) => void }[] =
    [];
  const call = coalesceCalls(
    (argument) => new Promise<number>((resolve, reject) => pending.push({ argument, resolve, reject })),
  );
  return { call, pending };
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('callers that arrive while a call runs share the next call, never the running one', async () => {
  const { call, pending } = pendingCalls();
  const first = call('a');
  const later = [call('a'), call('a')];
  expect(pending).toHaveLength(1);
  pending[0]?.resolve(1);
  expect(await first).toBe(1);
  await nextTurn();
  expect(pending).toHaveLength(2);
  const last = call('a');
  pending[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  await nextTurn();
  pending[2]?.resolve(3);
  expect(await last).toBe(3);
});

test('calls with other arguments do not wait, and an error rejects only the callers of that call', async () => {
  const { call, pending } = pendingCalls();
  const first = call('a');
  const second = call('a');
  void call('b');
  expect(pending.map(({ argument }) => argument)).toEqual(['a', 'b']);
  pending[0]?.reject(new Error('the database is unavailable'));
  await expect(first).rejects.toThrow('the database is unavailable');
  await nextTurn();
  pending[2]?.resolve(5);
  expect(await second).toBe(5);
});

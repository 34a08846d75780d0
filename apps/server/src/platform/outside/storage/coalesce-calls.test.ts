import { expect, test } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

const questions = () => {
  const pending: { question: string; answer: (value: number) => void; fail: (cause: Error) => void }[] = [];
  const ask = coalesceCalls(
    (question) => new Promise<number>((answer, fail) => pending.push({ question, answer, fail })),
  );
  return { ask, pending };
};
const moment = () => new Promise((resolve) => setImmediate(resolve));

test('those who ask while a question is under way share the next one, never the old one', async () => {
  const { ask, pending } = questions();
  const first = ask('a');
  const later = [ask('a'), ask('a')];
  expect(pending).toHaveLength(1);
  pending[0]?.answer(1);
  expect(await first).toBe(1);
  await moment();
  expect(pending).toHaveLength(2);
  const last = ask('a');
  pending[1]?.answer(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  await moment();
  pending[2]?.answer(3);
  expect(await last).toBe(3);
});

test('other questions do not wait, and a failure is only told to those who waited for it', async () => {
  const { ask, pending } = questions();
  const first = ask('a');
  const second = ask('a');
  void ask('b');
  expect(pending.map(({ question }) => question)).toEqual(['a', 'b']);
  pending[0]?.fail(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await moment();
  pending[2]?.answer(5);
  expect(await second).toBe(5);
});

import { expect, test } from 'vitest';
import { runEach } from './run-each.ts';

const failing = (message: string) => () => Promise.reject(new Error(message));

test('a step that fails does not keep the later ones from running, and its failure is thrown', async () => {
  const done: string[] = [];
  const step = (name: string) => async () => void done.push(name);
  await runEach([step('one'), step('two')]);
  await expect(runEach([step('three'), failing('the disk is full'), step('four')])).rejects.toThrow(
    'the disk is full',
  );
  expect(done).toEqual(['one', 'two', 'three', 'four']);
  await expect(runEach([failing('first'), failing('second')])).rejects.toThrow('Error: first; Error: second');
});

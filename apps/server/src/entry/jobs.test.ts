import { expect, test } from 'vitest';
import type { Tx } from '../platform/db/client.ts';
import { allNamesOf, enqueue, job } from '../platform/jobs/jobs.ts';
import { jobs } from './jobs.ts';

test('no two jobs share a present or earlier name', () => {
  const names = jobs.flatMap(allNamesOf);
  expect(names).toEqual([...new Set(names)]);
});

test('a job that no worker does cannot be queued', () => {
  const unlisted = job('unlisted', { attempts: 1, pool: 'short', run: async () => {} });
  // @ts-expect-error its name is not in the list
  expect((tx: Tx) => enqueue(tx, unlisted, {})).toBeTypeOf('function');
});

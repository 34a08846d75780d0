import { expect, test } from 'vitest';
import { crowded } from './folders.mjs';

const filesIn = (folder, count) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);

test('a folder with more than 30 files is reported, and its subfolders do not count', () => {
  const subject = 'apps/server/src/studies/studies';
  expect(crowded(filesIn(subject, 31))).toEqual([expect.stringContaining(`${subject}: 31 files`)]);
  expect(crowded([...filesIn(subject, 30), ...filesIn(`${subject}/lists`, 30)])).toEqual([]);
});

test('the folder of the numbered decision pages may have more than 30 files', () => {
  expect(crowded(filesIn('docs/decisions', 140))).toEqual([]);
});

import { expect, test } from 'vitest';
import { chooseFiles, joinFiles, selectionProblem } from './chosen-file.ts';

const found = (path: string, content = path) => ({
  path,
  file: new File([content], path.split('/').at(-1)!),
});
const names = (files: { filename: string }[]) => files.map(({ filename }) => filename);

test('the same folder gets the same names in whatever order the browser lists its files', () => {
  const folder = [found('b/2.dcm'), found('b/1.dcm'), found('B/1.dcm'), found('.DS_Store')];
  expect(names(chooseFiles(folder))).toEqual(names(chooseFiles([...folder].reverse())));
  expect(names(chooseFiles(folder))).toEqual(['B/1.dcm', 'b/1 (2).dcm', 'b/2.dcm']);
});

test('files chosen later are added, and a file chosen twice occurs once', () => {
  const one = found('a/1.dcm');
  const two = found('a/2.dcm');
  const before = chooseFiles([one]);
  expect(names(joinFiles(before, [one, two]))).toEqual(['a/1.dcm', 'a/2.dcm']);
});

test('a folder without files and files that are all empty are refused with a sentence', () => {
  expect(selectionProblem([])).toMatch(/нет файлов/);
  expect(selectionProblem(chooseFiles([found('a.dcm', '')]))).toMatch(/пусты/);
  expect(selectionProblem(chooseFiles([found('a.dcm', ''), found('b.dcm')]))).toBeNull();
});

import { isRelativePath, MAX_FILENAME_BYTES } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { isSystemFile, namesFor, usableName } from './filenames.ts';

test('only files that operating systems create count as system files', () => {
  const litter = ['.DS_Store', 'a/Thumbs.db', 'a/b/desktop.ini', '__MACOSX/a/b.dcm', 'a/._b.dcm'];
  expect(litter.filter(isSystemFile)).toEqual(litter);
  expect(['a/b.dcm', 'DICOMDIR', 'Thumbs.db/a.dcm', 'ds_store'].filter(isSystemFile)).toEqual([]);
});

test('an ordinary path is unchanged', () => {
  expect(usableName('Иванов И. И/срезы/0001.dcm')).toBe('Иванов И. И/срезы/0001.dcm');
});

test('every path becomes a name that the server accepts', () => {
  const strange = [
    '/etc/passwd',
    '../../up.dcm',
    'C:\\scans\\1.dcm',
    'c:/1.dcm',
    'a//b/./c.dcm',
    'tab\there\u0000.dcm',
    'lone \ud800 surrogate',
    '',
    '/',
    `${'длинное имя '.repeat(200)}.dcm`,
    `${'папка/'.repeat(300)}1.dcm`,
    `${'x/'.repeat(600)}c:/1.dcm`,
  ];
  for (const path of strange) expect(isRelativePath(usableName(path)), path).toBe(true);
});

test('a shortened name keeps its extension', () => {
  const name = usableName(`${'щ'.repeat(2000)}.dcm`);
  expect(name.endsWith('щ.dcm')).toBe(true);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(MAX_FILENAME_BYTES);
});

test('two files never get names that Windows considers equal', () => {
  expect(namesFor(['a/1.dcm', 'a\\1.dcm', 'A/1.dcm', 'a_1.dcm', 'b'])).toEqual([
    'a/1.dcm',
    'a_1.dcm',
    'A/1 (2).dcm',
    'a_1 (2).dcm',
    'b',
  ]);
});

test('both Unicode forms of «й» become the same name', () => {
  expect(usableName('и\u0306од.dcm')).toBe('йод.dcm');
});

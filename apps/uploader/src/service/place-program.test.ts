import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programOf, version } from '../testing/programs-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { placeOf, placeProgram } from './place-program.ts';

/** A program of a version where an administrator has put it, and the place of the service's copy. */
const download = (number: number, home = temporaryFolder()) => {
  const program = join(home, `snimok-${number}`);
  writeFileSync(program, programOf(number), { mode: 0o755 });
  const place = placeOf(undefined, join(home, 'state/snimok.log'), 'linux');
  const options = { program, version: version(number), systemUser: undefined };
  return { home, place, put: () => placeProgram(place, options) };
};

test('a service gets its own copy, which its user may replace', async () => {
  const { home, place, put } = download(1);
  await put();
  expect(place).toBe(join(home, 'state/program/snimok'));
  expect(readFileSync(place).equals(programOf(1))).toBe(true);
  expect(statSync(place).mode & 0o777).toBe(0o755);
});

test('a newer program replaces the copy of the service', async () => {
  const { home, place, put } = download(1);
  await put();
  await download(2, home).put();
  expect(readFileSync(place).equals(programOf(2))).toBe(true);
  expect(readdirSync(join(place, '..'))).toEqual(['snimok', 'snimok.old']);
});

test('an older program leaves the copy that has updated itself', async () => {
  const { home, place, put } = download(2);
  await put();
  await download(1, home).put();
  expect(readFileSync(place).equals(programOf(2))).toBe(true);
});

test('the copy of a service of the system is outside of home folders', () => {
  expect(placeOf('ivan', '/home/ivan/.local/state/snimok/snimok.log', 'linux')).toBe(
    '/usr/local/lib/snimok/snimok',
  );
  expect(placeOf(undefined, '/state/snimok.log', 'win32')).toBe('/state/program/snimok.exe');
});

import { expect, test } from 'vitest';
import { portableName } from '../working-files/portable-name.ts';
import { EntryNames } from './entry-names.ts';

const namesOf = (paths: string[]) => {
  const names = new EntryNames();
  return paths.map((path) => names.add(path));
};

test('ordinary names stay as they are', () => {
  const paths = [
    'DICOMDIR',
    'Снимки/Серия 1/срез (2).dcm',
    '.hidden',
    'a..b',
    ' a',
    '李雷/🦷.dcm',
    'console.txt',
    'COM10',
    'nullable/aux_1.dcm',
    'i\u0306.dcm',
  ];
  expect(namesOf(paths)).toEqual(paths);
});

test.each([
  ['bidi controls', 'снимок\u202egpj.exe', 'снимок_gpj.exe'],
  ['isolates', '\u2066a\u2069/\u200eb\u200f\u061c', '_a_/_b__'],
  ['device names', 'CON', '_CON'],
  ['device names with an extension', 'a/nul.tar.gz', 'a/_nul.tar.gz'],
  ['device names before spaces', 'Aux .txt', '_Aux .txt'],
  ['device names with superscript digits', 'com¹.dcm/LPT³', '_com¹.dcm/_LPT³'],
  ['console devices', 'CONIN$/conout$.log', '_CONIN$/_conout$.log'],
  ['device names that a trailing dot hides', 'prn. ', 'prn__'],
  ['trailing dots and spaces', 'a./b .../c ', 'a_/b____/c_'],
  ['only dots', '...', '___'],
  ['characters that Windows forbids', 'a<b>:"|?*.dcm', 'a_b______.dcm'],
  ['alternate data streams', 'viewer.exe:Zone.Identifier', 'viewer.exe_Zone.Identifier'],
  ['control characters', 'a\u0085b\u2028c', 'a_b_c'],
  ['half characters', 'a\ud800b', 'a_b'],
])('%s are made safe', (_, path, expected) => {
  expect(namesOf([path])).toEqual([expected]);
  for (const segment of expected.split('/')) expect(portableName(segment)).toBe(segment);
});

test('different names never become the same name', () => {
  const paths = ['CON', '_CON', 'a.', 'a_', 'a\u202e', 'a?/1', 'a*/1', 'a_/1', 'a_/1', 'x.dcm', 'x.dcm'];
  const names = namesOf(paths);
  expect(new Set(names).size).toBe(paths.length);
  expect(names).toEqual([
    '_CON',
    '_CON (2)',
    'a_',
    'a_ (2)',
    'a_ (3)',
    'a_ (4)/1',
    'a_ (5)/1',
    'a_ (6)/1',
    'a_ (6)/1 (2)',
    'x.dcm',
    'x (2).dcm',
  ]);
});

test('files of one folder stay together', () => {
  expect(namesOf(['a:/1', 'a*/1', 'a:/2', 'a*/2'])).toEqual(['a_/1', 'a_ (2)/1', 'a_/2', 'a_ (2)/2']);
});

test('fifty thousand names that differ only in forbidden characters take linear time', () => {
  const paths = Array.from({ length: 50_000 }, (_, i) => `${'\u202e\u202d'[i % 2]}.dcm`);
  expect(new Set(namesOf(paths)).size).toBe(50_000);
});

test('a name with half a million dots takes linear time', () => {
  // a pattern that looks for the end of the name from every dot needed 100 s for 65,000 of them
  expect(namesOf([`${'. '.repeat(500_000)}x`])[0]).toHaveLength(1_000_001);
});

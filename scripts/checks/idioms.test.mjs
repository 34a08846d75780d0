import { expect, test } from 'vitest';
import { idioms } from './idioms.mjs';

const check = (text) => idioms(new Map([['apps/web/src/a.ts', text]]));

test.each([
  'const item = {\n  id: 1,\n  ...{ name, phone },\n};',
  "const args = ['-p', ...['--cache', folder]];",
  'const [first, second] = [fileOf(1), fileOf(2)];',
  'let [x, y]: [number, number] = [\n  1,\n  2,\n];',
])('%s is reported with its line', (text) => {
  expect(check(`\n${text}`)).toEqual([expect.stringMatching(/^apps\/web\/src\/a\.ts:[24]: /)]);
});

test.each([
  'const copy = { ...item, ...(phone && { phone }) };',
  'const all = [...first, ...second];',
  'const [command, ...args] = [...prefix, program];',
  "const [name = '', doctor] = [names[0], doctors[0]];",
  'const [first] = list;',
  '[left, right] = [right, left];',
])('%s is not reported', (text) => {
  expect(check(text)).toEqual([]);
});

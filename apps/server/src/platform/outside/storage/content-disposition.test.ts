import { expect, test } from 'vitest';
import { attachment } from './content-disposition.ts';

test.each([
  ['Иванов_И_И_2026-11-21_КЛКТ.zip', 'Иванов_И_И_2026-11-21_КЛКТ.zip'],
  ['отчёт\u202efdp.exe', 'отчёт_fdp.exe'],
  ['CON.zip', '_CON.zip'],
  ['снимок. ', 'снимок__'],
  ['a"b\\c\r\nd.zip', 'a_b_c__d.zip'],
])('the file name %j is offered as a name that is valid on every operating system', (name, expected) => {
  const utf8 = /filename\*=UTF-8''(\S+)$/.exec(attachment(name))?.[1] ?? '';
  expect(decodeURIComponent(utf8)).toBe(expected);
  expect(attachment(name)).toMatch(/^attachment; filename="[\x20-\x7e]*"; /);
});

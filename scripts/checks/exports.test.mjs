import { expect, test } from 'vitest';
import { unusedExports } from './exports.mjs';

const check = (files) => unusedExports(new Map(Object.entries(files)));

const exporter = 'apps/server/src/studies/studies/exporter.ts';

test('an export that no other file imports is found, whatever is exported', () => {
  const text = [
    'const one = 1;',
    'export { one as two };',
    'export const three = 3;',
    'export function four() {}',
    'export interface Five {}',
    'export type Six = 6;',
    'export default 7;',
    "export { eight } from './other.ts';",
  ].join('\n');
  const other = { 'apps/server/src/studies/studies/other.ts': 'export const eight = 8;' };
  const found = check({ [exporter]: text, ...other });
  const names = ['two', 'three', 'four', 'Five', 'Six', 'default', 'eight'];
  expect(found).toEqual(
    names.map((name, index) =>
      expect.stringContaining(`${exporter}:${index + 2}: no other file imports ${name}:`),
    ),
  );
});

const uses = [
  "import { one } from './exporter.ts';",
  "import type { one } from './exporter.ts';",
  "import { type one as other } from './exporter.ts';",
  "import * as all from './exporter.ts';\nall.one();",
  "import * as all from './exporter.ts';\nsend(all);",
  "export * from './exporter.ts';",
  "const { one: other } = await import('./exporter.ts');",
  "const one = (await import('./exporter.ts')).one;",
  "const load = () => import('./exporter.ts');",
];

test.each(uses)('%s uses the export', (text) => {
  const importer = 'apps/server/src/studies/studies/importer.ts';
  expect(check({ [exporter]: 'export const one = 1;', [importer]: text })).toEqual([]);
});

test('an import of another name, or by the file itself, does not count as a use', () => {
  const texts = [
    "import { two } from './exporter.ts';",
    "import * as all from './exporter.ts';\nall.two();",
    "const { two } = await import('./exporter.ts');",
  ];
  for (const text of texts) {
    const importer = 'apps/server/src/studies/studies/importer.ts';
    expect(
      check({ [exporter]: 'export const one = 1;\nexport const two = 2;', [importer]: text }),
    ).toHaveLength(1);
  }
  expect(check({ [exporter]: "import { one } from './exporter.ts';\nexport const one = 1;" })).toHaveLength(
    1,
  );
});

test('imports by the name of a package count as uses', () => {
  const files = { 'packages/contract/src/studies.ts': 'export const getStudy = 1;' };
  const importer = "import { getStudy } from '@snimok/contract/studies';";
  expect(check({ ...files, 'apps/web/src/main.tsx': importer })).toEqual([]);
  expect(
    check({ ...files, 'apps/web/src/main.tsx': importer.replace('getStudy', 'getStudies') }),
  ).toHaveLength(1);
  expect(
    check({
      'packages/viewer/src/viewer.tsx': 'export default 1;',
      'apps/web/src/main.tsx': "import Viewer from '@snimok/viewer/viewer';",
    }),
  ).toEqual([]);
});

test('an import by a unit test alone does not count, unless the doc comment permits it', () => {
  const importer = "import { one } from './exporter.ts';";
  const tested = (text) =>
    check({ [exporter]: text, 'apps/server/src/studies/studies/exporter.test.ts': importer });
  expect(tested('export const one = 1;')).toEqual([expect.stringContaining('only tests import one:')]);
  expect(tested('/** One. @internal */\nexport const one = 1;')).toEqual([]);
  // without a test, the tag has no effect
  expect(check({ [exporter]: '/** One. @internal */\nexport const one = 1;' })).toHaveLength(1);
});

test('imports by end-to-end tests, benchmarks or tests of a fixture count as uses', () => {
  const relative = "import { one } from '../apps/server/src/studies/studies/exporter.ts';";
  expect(check({ [exporter]: 'export const one = 1;', 'bench/lists.ts': relative })).toEqual([]);
  const fixture = 'apps/server/src/studies/studies/one.fixture.ts';
  const importer = "import { one } from './one.fixture.ts';";
  expect(
    check({ [fixture]: 'export const one = 1;', 'apps/server/src/studies/studies/one.test.ts': importer }),
  ).toEqual([]);
});

test('an export that a program reads by itself is not reported', () => {
  expect(check({ 'e2e/playwright.config.ts': 'export default {};' })).toEqual([]);
  expect(check({ 'apps/server/src/entry/app.ts': 'export const modules = {};' })).toEqual([]);
});

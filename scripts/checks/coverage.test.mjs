import { expect, test } from 'vitest';
import { findMissing } from './coverage.mjs';

const files = new Map([
  [
    'apps/server/src/studies/list.test.ts',
    "test('a list is sorted', () => {});\ntest.each([1])('page %s is shown', () => {});",
  ],
  [
    'e2e/banner.test.ts',
    "test(`a banner is shown to ${role}`, async () => { await test.step('it is removed', noop); });",
  ],
  ['bench/README.md', '# Measurements\n\n## Start: first and later\n'],
]);

const check = (proof) =>
  findMissing(
    'docs/coverage.md',
    `# Page\n\n| requirement | proven by |\n|---|---|\n| it works | ${proof} |\n`,
    files,
  );

test.each([
  ['a file', 'studies/list'],
  ['a folder', 'apps/server/src/studies'],
  ['a file with its ending', 'bench/README.md'],
  ['a full name', 'studies/list «a list is sorted»'],
  ['an abbreviated name', 'studies/list «a list…», «…is shown»; e2e/banner «a banner…to…»'],
  ['a name of test.each', 'studies/list «page %s is shown»'],
  ['a step of a test', 'e2e/banner «it is removed»'],
  ['a name with an expression', 'e2e/banner «a banner is shown to…»'],
  ['a heading', 'bench/README «Start…»'],
  ['code and prose', '`npm run no/such/script` by hand, each'],
])('%s is found', (_what, proof) => {
  expect(check(proof)).toEqual([]);
});

test.each([
  ['a missing file', 'studies/page', 'no file studies/page'],
  [
    'a missing name',
    'studies/list «a list is long»',
    'apps/server/src/studies/list.test.ts has no «a list is long»',
  ],
  [
    'the beginning of a name without …',
    'studies/list «a list»',
    'apps/server/src/studies/list.test.ts has no «a list»',
  ],
  [
    'a name of another file',
    'studies/list, e2e/banner «a list is sorted»',
    'e2e/banner.test.ts has no «a list is sorted»',
  ],
  ['a name without a file', '«a list is sorted»', '«a list is sorted» follows no file'],
])('%s is reported', (_what, proof, message) => {
  expect(check(proof)).toEqual([`docs/coverage.md:5: ${message}`]);
});

test('only the last column is checked', () => {
  const page = '| GET /no/such/path «name» | studies/list |\n';
  expect(findMissing('docs/coverage.md', page, files)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDangling, readRules } from './citations.mjs';
import { root } from '../programs/toolchain.mjs';

const page = `# Rules

Cited as in \`product 1.2\`.

## 1. People
- **1.1** A rule of one line.
- **1.2** A rule
  of two lines, as in 1.9.

## 2. Studies
- **2.1** A rule.
- **2.3** A rule after a deleted one.
`;
const { numbers, wrong } = readRules(page);

const check = (text, path = 'apps/web/src/period.ts') => findDangling(new Map([[path, text]]), numbers);

test('rules are read with their numbers, of which some may be missing', () => {
  expect([...numbers]).toEqual(['1.1', '1.2', '2.1', '2.3']);
  expect(wrong).toEqual([]);
});

test.each([
  ['twice', '## 1. A\n- **1.1** A.\n- **1.1** B.\n', 'docs/product.md:3: 1.1 follows 1.1'],
  ['out of order', '## 1. A\n- **1.3** A.\n- **1.2** B.\n', 'docs/product.md:3: 1.2 follows 1.3'],
  ['in another section', '## 1. A\n- **2.1** A.\n', 'docs/product.md:2: 2.1 stands in section 1'],
])('a number %s is reported', (_where, text, message) => {
  expect(readRules(text).wrong).toEqual([message]);
});

test.each([
  ['one rule', '/** product 1.1 */'],
  ['several rules', '/** Shown to clients (product 1.1, 2.1 and 2.3). */'],
  ['the beginning of a sentence', '// Product 1.1: a rule'],
  ['a citation over two lines of a comment', '/**\n * A number of the product\n * 1.2 and\n * 2.3.\n */'],
  ['another number', '// of product 12 and its version 4.7; the product has 1,580 rules'],
  ['a version', '// product 4.7.1'],
])('%s is accepted', (_what, text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ['one rule', 'const a = 1;\n/** product 1.3 */', 2, ['1.3']],
  ['a later number of a list', '// product 1.1, 1.4 and 2.2', 1, ['1.4', '2.2']],
  ['a number on the next line', '/** product\n * 3.1 */', 1, ['3.1']],
  ['one at the beginning of a sentence', '// Product 1.5: a rule', 1, ['1.5']],
])('%s that does not exist is reported', (_what, text, line, missing) => {
  expect(check(text)).toEqual(
    missing.map((number) => `apps/web/src/period.ts:${line}: docs/product.md has no rule ${number}`),
  );
});

test.each(['spec.md', 'contract.md'])('%s is reported, except in migrations', (name) => {
  const text = `-- as in ${name}`;
  expect(check(text, 'docs/coverage.md')).toEqual([
    `docs/coverage.md:1: ${name} is not in the repository, cite a rule of docs/product.md`,
  ]);
  expect(check(text, 'apps/server/migrations/0001_accounts.sql')).toEqual([]);
});

test('the rules of the product have numbers in order and fit on a page of 600 lines', () => {
  const rules = readFileSync(join(root, 'docs/product.md'), 'utf8');
  expect(readRules(rules).wrong).toEqual([]);
  expect(readRules(rules).numbers.size).toBeGreaterThan(200);
  expect(rules.split('\n').length).toBeLessThanOrEqual(600);
});

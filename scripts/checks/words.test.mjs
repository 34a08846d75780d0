import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRetired, retiredWords } from './words.mjs';
import { root } from '../programs/toolchain.mjs';

const glossary = `# Glossary

| term | meaning |
|---|---|
| actor | who makes a request |

## Retired words

| word | use instead | allowed in |
|---|---|---|
| gadget, gadgets | tool | |
| ledger | journal | apps/uploader, docs |
| by halves | incompletely | |
`;
const table = retiredWords(glossary);

test('the table is read from the section at the end of the glossary', () => {
  expect(table).toEqual([
    { words: ['gadget', 'gadgets'], instead: 'tool', allowed: [] },
    { words: ['ledger'], instead: 'journal', allowed: ['apps/uploader', 'docs'] },
    { words: ['by halves'], instead: 'incompletely', allowed: [] },
  ]);
  expect(() => retiredWords('# Glossary\n')).toThrow('no table');
  expect(retiredWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8')).length).toBeGreaterThan(10);
});

const check = (path, text) => findRetired(new Map([[path, text]]), table);

const refused = [
  ['e2e/a.ts', 'const openGadget = 1;', 'name openGadget: «gadget» is retired, use: tool'],
  ['e2e/a.ts', 'type GadgetOptions = string;', 'name GadgetOptions'],
  ['e2e/a.ts', 'const { gadgets } = all;', 'name gadgets'],
  ['e2e/a.ts', 'class A { #httpGadget = 1 }', 'name httpGadget'],
  ['e2e/a.tsx', 'const A = () => <Gadget />;', 'name Gadget'],
  ['e2e/a.ts', 'call({ MAX_GADGETS: 1 });', 'name MAX_GADGETS'],
  ['e2e/a.ts', '// opens a Gadget', 'comment: «Gadget»'],
  ['e2e/a.ts', '/** Done\n * by halves. */', 'comment: «by halves»'],
  ['e2e/a.mjs', "test('a gadget is opened', () => {});", 'test name: «gadget»'],
  ['e2e/a.ts', "test.each(all)('a gadget %s is opened', () => {});", 'test name: «gadget»'],
  ['e2e/a.ts', 'test.describe(`all gadgets`, () => {});', 'test name: «gadgets»'],
  ['e2e/gadget-list.ts', '', 'file name e2e/gadget-list.ts: «gadget»'],
  ['docs/a.md', 'A gadget.', 'text: «gadget»'],
  ['docs/glossary.md', 'A gadget.\n\n## Retired words\n', 'text: «gadget»'],
  ['ops/compose.yml', 'image: a # the gadget', 'comment: # the gadget'.replace('# the gadget', '«gadget»')],
  ['e2e/a.ts', '// a ledger', 'comment: «ledger» is retired, use: journal'],
];

test.each(refused)('%s: %s is refused', (path, text, why) => {
  expect(check(path, text).join('\n')).toContain(why);
});

const allowed = [
  ['e2e/a.ts', 'const gadgetry = 1;'],
  ['e2e/a.ts', "const text = 'a gadget';"],
  ['e2e/a.ts', "insert('gadget', { 'gadget-id': 1 });"],
  ['e2e/a.ts', '// the column `gadget`'],
  ['docs/a.md', '`gadget`\n\n```sql\nselect gadget from gadgets;\n```\n'],
  ['docs/glossary.md', glossary],
  ['docs/a.md', 'The ledger.'],
  ['apps/uploader/src/a.ts', 'const ledger = 1;'],
  ['ops/compose.yml', 'gadget: 1'],
];

test.each(allowed)('%s: %s is accepted', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test('a finding names the line of the word, and each line is reported once', () => {
  expect(check('e2e/a.ts', 'const a = 1;\n/*\n * One gadget.\n */\nconst gadget = gadget;\n')).toEqual([
    'e2e/a.ts:3: comment: «gadget» is retired, use: tool',
    'e2e/a.ts:5: name gadget: «gadget» is retired, use: tool',
  ]);
});

test('names of the platform are accepted', () => {
  const retired = [{ words: ['settled'], instead: 'finished', allowed: [] }];
  expect(findRetired(new Map([['e2e/a.ts', 'await Promise.allSettled([]);']]), retired)).toEqual([]);
  expect(findRetired(new Map([['e2e/a.ts', 'const isSettled = 1;']]), retired)).toHaveLength(1);
});

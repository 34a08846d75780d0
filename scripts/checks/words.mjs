import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { LANGUAGES } from './exports.mjs';
import { readFiles, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// The retired words of docs/glossary.md occur in no file name, identifier, comment, test name or document.
// `node scripts/checks/words.mjs [folder or file …]`

const GLOSSARY = 'docs/glossary.md';
const SECTION = '## Retired words';

/**
 * Names that the platform or a library gave, `wishID` and `announcedAt` (columns), `askerName` (a field of
 * stored letters) and `BENCH_PATIENCE` (a setting of the benchmarks).
 */
const names = new Set([
  'allSettled',
  'onSettled',
  'PromiseSettledResult',
  'wishID',
  'announcedAt',
  'askerName',
  'BENCH_PATIENCE',
]);

/**
 * One row of the table: its words, the replacement, and the paths where the words have a meaning of their own.
 */
const rowOf = (line) => {
  const [words = '', instead = '', allowed = ''] = line.split('|').slice(1, -1);
  const list = (cell) =>
    cell
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  return { words: list(words), instead: instead.trim(), allowed: list(allowed) };
};

/** The table of the section «Retired words». */
export const retiredWords = (glossary) => {
  const [, section] = glossary.split(`${SECTION}\n`);
  const rows = (section ?? '').split('\n').filter((line) => line.startsWith('|'));
  const table = rows.slice(2).map(rowOf);
  if (table.length === 0) throw new Error(`${GLOSSARY} has no table under «${SECTION}»`);
  return table;
};

/** The words of an identifier or a file name, in lower case: `openHTTPRoute_2` → open, http, route, 2. */
const wordsOfName = (name) =>
  name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .join(' ');

/** Blanks of the same length, so that positions stay right. */
const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
const withoutCode = (text) => text.replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, blank);

const TESTS = new Set(['test', 'it', 'describe']);

/** `test(…)`, `test.runIf(…)(…)`, `test.each(…)(…)`: the identifier that the call begins with. */
const firstName = (node) => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return firstName(node.object);
  return node.type === 'CallExpression' ? firstName(node.callee) : undefined;
};

export const testNameOf = (node) => {
  if (node.type !== 'CallExpression' || !TESTS.has(firstName(node.callee))) return undefined;
  const [name] = node.arguments;
  return name?.type === 'Literal' || name?.type === 'TemplateLiteral' ? name : undefined;
};

/** The texts of a program that are checked: [kind, text, position]. */
const textsOfProgram = (path, text) => {
  const { program, comments } = parseSync(path, text, { lang: LANGUAGES[posix.extname(path)] });
  const found = comments.map(({ value, start }) => ['comment', withoutCode(value), start + 2]);
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (/^(JSX|Private)?Identifier$/.test(node.type) && !names.has(node.name))
      found.push(['name', wordsOfName(node.name), node.start, node.name]);
    const testName = testNameOf(node);
    if (testName) found.push(['test name', text.slice(testName.start, testName.end), testName.start]);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program);
  return found;
};

const withoutRetired = (text) => text.replace(/## Retired words\n[\s\S]*/, blank);
const HASH_COMMENT = /(?<=^|\s)#.*/gm;

const textsOf = (path, text) => {
  const name = ['file name', wordsOfName(path), 0, path];
  if (LANGUAGES[posix.extname(path)]) return [name, ...textsOfProgram(path, text)];
  if (path === GLOSSARY) return [['text', withoutCode(withoutRetired(text)), 0]];
  if (path.endsWith('.md')) return [name, ['text', withoutCode(text), 0]];
  return [name, ...[...text.matchAll(HASH_COMMENT)].map((match) => ['comment', match[0], match.index])];
};

/** `file:line: …` for every retired word. @param files paths from the root, and texts */
export const findRetired = (files, table) => {
  const rows = table.map((row) => ({ ...row, pattern: new RegExp(`\\b(${row.words.join('|')})\\b`, 'gi') }));
  const anywhere = new RegExp(`\\b(${table.flatMap(({ words }) => words).join('|')})\\b`, 'i');
  return [...files].flatMap(([path, text]) => {
    const lineAt = (position) => text.slice(0, position).split('\n').length;
    const forbidden = rows.filter(({ allowed }) => !allowed.some((folder) => path.startsWith(folder)));
    const found = textsOf(path, text)
      .filter(([, checked]) => anywhere.test(checked))
      .flatMap(([kind, checked, start, name]) =>
        forbidden.flatMap(({ pattern, instead }) =>
          [...checked.matchAll(pattern)].map(({ 0: word, index }) => {
            const where = name ? `${kind} ${name}: «${word}»` : `${kind}: «${word}»`;
            return [lineAt(name ? start : start + index), `${where} is retired, use: ${instead}`];
          }),
        ),
      );
    const lines = found.sort(([a], [b]) => a - b).map(([line, why]) => `${path}:${line}: ${why}`);
    return [...new Set(lines)];
  });
};

const CHECKED = /\.(tsx?|mjs|md|ya?ml|sh|conf|toml)$|^run$/;
const FOLDERS = [...workspaces, 'packages', 'apps', 'scripts', 'docs', 'ops', '.ci'];

if (isMain(import.meta.url)) {
  const files = readFiles(root, [...new Set(FOLDERS)], CHECKED);
  for (const name of ['README.md', 'ARCHITECTURE.md', 'vitest.config.ts'])
    files.set(name, readFileSync(join(root, name), 'utf8'));
  const found = findRetired(files, retiredWords(files.get(GLOSSARY)));
  const wanted = process.argv.slice(2);
  report(wanted.length > 0 ? found.filter((line) => wanted.some((path) => line.startsWith(path))) : found);
}

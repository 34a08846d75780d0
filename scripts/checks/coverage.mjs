import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { LANGUAGES } from './exports.mjs';
import { readFiles, workspaces } from './imports.mjs';
import { testNameOf } from './words.mjs';
import { isMain, report, root } from './report.mjs';

// Every file and test name that docs/coverage.md and docs/security.md cite exists. `node scripts/checks/coverage.mjs`
// The introduction of the first page explains the notation.

const PAGES = ['docs/coverage.md', 'docs/security.md'];
/** A path in the page is looked up below each of these folders, with each of these endings. */
const BASES = ['apps/server/src/', ''];
const ENDINGS = ['.test.ts', '.test.tsx', '.test.mjs', '.ts', '.md', ''];

/** Code in backticks, a quoted name, or a path of at least two segments. */
const TOKENS = /`[^`]*`|«(?<name>[^»]*)»|(?<path>(?:[\w-]+\/)+[\w.-]*\w)/g;

const namesOfTests = (path, text) => {
  const names = [];
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    const name = testNameOf(node);
    // the value of an expression in a template can be anything
    if (name) names.push(name.value ?? name.quasis.map(({ value }) => value.cooked).join('…'));
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(parseSync(path, text, { lang: LANGUAGES[posix.extname(path)] }).program);
  return names;
};

const headingsOf = (text) => [...text.matchAll(/^#+ (.*)/gm)].map(([, heading]) => heading);

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether `cited` is an abbreviation of `name`; … in it stands for omitted words. */
const abbreviates = (cited, name) =>
  new RegExp(
    `^${cited
      .split('…')
      .map((words) => escape(words.trim()))
      .join('.*')}$`,
    's',
  ).test(name);

/**
 * `path:line: …` for each citation whose file or test does not exist.
 * @param path of the page
 * @param page its text
 * @param files paths from the root, and texts
 */
export const findMissing = (path, page, files) => {
  const names = new Map();
  const namesIn = (path) => {
    if (!names.has(path)) {
      const text = files.get(path);
      names.set(path, path.endsWith('.md') ? headingsOf(text) : namesOfTests(path, text));
    }
    return names.get(path);
  };
  const folders = new Set([...files.keys()].map((path) => posix.dirname(path)));
  const fileOf = (cited) =>
    BASES.flatMap((base) => ENDINGS.map((ending) => base + cited + ending)).find((path) => files.has(path));
  return page.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|')) return [];
    const proof = line.split('|').at(-2) ?? '';
    const missing = (what) => `${path}:${index + 1}: ${what}`;
    let file;
    return [...proof.matchAll(TOKENS)].flatMap(({ groups: { name, path } }) => {
      if (path) {
        file = fileOf(path);
        return file || folders.has(path) ? [] : [missing(`no file ${path}`)];
      }
      if (name === undefined) return [];
      if (!file) return [missing(`«${name}» follows no file`)];
      return namesIn(file).some((each) => abbreviates(name, each))
        ? []
        : [missing(`${file} has no «${name}»`)];
    });
  });
};

if (isMain(import.meta.url)) {
  const files = readFiles(root, [...workspaces, 'packages', 'apps', 'scripts', 'docs'], /\.(tsx?|mjs|md)$/);
  report(PAGES.flatMap((page) => findMissing(page, readFileSync(join(root, page), 'utf8'), files)));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Every cited rule of the product exists. `node scripts/checks/citations.mjs`
// The introduction of docs/product.md explains the notation.

const PAGE = 'docs/product.md';

/** Pages that docs/product.md replaces. They are not in the repository, so nothing may refer to them. */
const REPLACED = /\b(?:spec|contract)\.md\b/g;
/** Existing migrations are never edited, and two of them name these pages in comments. */
const LANDED = 'apps/server/migrations/';

/** «product», a number, and further numbers; in a comment the line may end between them. */
const GAP = String.raw`(?:\s|\*|//)+`;
const NUMBER = String.raw`\d+\.\d+(?![.\d])`;
const CITATION = new RegExp(String.raw`\bproduct${GAP}(${NUMBER}(?:(?:,|${GAP}and)${GAP}${NUMBER})*)`, 'gi');

const HEADING = /^## (\d+)\. /;
const RULE = /^- \*\*(\d+)\.(\d+)\*\* /;

/**
 * The numbers of the rules, and `path:line: …` for each rule in the wrong section or with a number that is not higher than
 * the previous one. Numbers may be missing, because the number of a deleted rule is not used again.
 * @param page the text of docs/product.md
 */
export const readRules = (page) => {
  const numbers = new Set();
  const wrong = [];
  let section = 0;
  let last = 0;
  for (const [index, line] of page.split('\n').entries()) {
    const heading = HEADING.exec(line);
    if (heading) [section, last] = [Number(heading[1]), 0];
    const rule = RULE.exec(line);
    if (!rule) continue;
    const number = `${rule[1]}.${rule[2]}`;
    const report = (why) => wrong.push(`${PAGE}:${index + 1}: ${number} ${why}`);
    if (Number(rule[1]) !== section) report(`stands in section ${section}`);
    else if (Number(rule[2]) <= last) report(`follows ${section}.${last}`);
    last = Number(rule[2]);
    numbers.add(number);
  }
  return { numbers, wrong };
};

const lineAt = (text, position) => text.slice(0, position).split('\n').length;

/**
 * `path:line: …` for each citation of a rule that does not exist, and for each mention of a replaced page.
 * @param files paths from the root, and texts
 * @param numbers of the rules
 */
export const findDangling = (files, numbers) =>
  [...files].flatMap(([path, text]) => {
    const cited = [...text.matchAll(CITATION)].flatMap(({ 1: list, index }) =>
      list
        .match(/\d+\.\d+/g)
        .filter((number) => !numbers.has(number))
        .map((number) => [index, `${PAGE} has no rule ${number}`]),
    );
    const mentioned = path.startsWith(LANDED)
      ? []
      : [...text.matchAll(REPLACED)].map(({ 0: name, index }) => [
          index,
          `${name} is not in the repository, cite a rule of ${PAGE}`,
        ]);
    return [...cited, ...mentioned]
      .sort(([a], [b]) => a - b)
      .map(([index, why]) => `${path}:${lineAt(text, index)}: ${why}`);
  });

const CHECKED = /\.(tsx?|mjs|css|html|sql|md|ya?ml|sh|conf|toml)$|^run$/;
const FOLDERS = [...workspaces, 'packages', 'apps', 'scripts', 'docs', 'ops', '.ci'];
const OWN_TEST = 'scripts/checks/citations.test.mjs';

if (isMain(import.meta.url)) {
  const files = readFiles(root, [...new Set(FOLDERS)], CHECKED);
  for (const name of ['README.md', 'ARCHITECTURE.md', 'vitest.config.ts'])
    files.set(name, readFileSync(join(root, name), 'utf8'));
  // the citations in this test are wrong on purpose
  files.delete(OWN_TEST);
  const { numbers, wrong } = readRules(files.get(PAGE));
  report([...wrong, ...findDangling(files, numbers)]);
}

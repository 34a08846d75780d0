import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, report, root } from './report.mjs';

// Migrations only widen the schema, and their first lines say so: while processes are replaced one by one, an older version
// runs on the new schema.

/** Earlier migrations were written before two versions ran side by side. */
const SINCE = '0024';

/** Statements that remove what a running version may use, or that require what it does not supply. */
const narrowing = [
  [/\bdrop\b(?!\s+(not\s+null|constraint|index)\b)/, 'drops something'],
  [/\brename\b/, 'renames something'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\bset\s+not\s+null\b/, 'makes a column required'],
  [/\brevoke\b/, 'takes a right away'],
];

const withoutComments = (sql) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'[^']*'/g, "''")
    .toLowerCase();

/** The additions to existing tables, one by one: a comma in brackets belongs to a type or a condition. */
const additions = (sql) =>
  [...sql.matchAll(/\balter\s+table\s+[^;]*/g)].flatMap(([statement]) =>
    statement
      .split(/,(?![^(]*\))/)
      .filter((part) => /\badd\b(?!\s+(constraint|check|unique|primary|foreign))/.test(part)),
  );

/** Why a migration is refused: its statements contradict its first lines; an empty list when they agree. */
export const judgeMigration = (text) => {
  const head = /^(?:--.*\n)+/.exec(text)?.[0] ?? '';
  if (/\bNarrows: .*\bno (running )?version\b/is.test(head)) return [];
  const sql = withoutComments(text);
  const found = narrowing.filter(([pattern]) => pattern.test(sql)).map(([, why]) => why);
  if (additions(sql).some((part) => /\bnot\s+null\b/.test(part) && !/\b(default|generated)\b/.test(part)))
    found.push('adds a required column without a default');
  if (found.length === 0 && !/\bonly widens\b/i.test(head))
    return ['its first lines do not say that it only widens, and by what'];
  return found.map((why) => `${why}: say "Narrows: …" and why no running version uses it, or widen`);
};

if (isMain(import.meta.url)) {
  const folder = join(root, 'apps/server/migrations');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= SINCE);
  report(
    names
      .sort()
      .flatMap((name) =>
        judgeMigration(readFileSync(join(folder, name), 'utf8')).map((why) => `${name}:1: ${why}`),
      ),
  );
}

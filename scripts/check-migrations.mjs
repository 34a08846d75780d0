import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// "Migrations only widen, and say so": while processes are replaced one by one, an older version runs on the new schema.

/** Those before it were written before several versions had to get along. */
const SINCE = '0024';

/** What takes something away that a running version may use, or asks of it what it does not know. */
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

/** Additions to a table that exists, one by one: a comma between brackets belongs to a type or a condition. */
const additions = (sql) =>
  [...sql.matchAll(/\balter\s+table\s+[^;]*/g)].flatMap(([statement]) =>
    statement
      .split(/,(?![^(]*\))/)
      .filter((part) => /\badd\b(?!\s+(constraint|check|unique|primary|foreign))/.test(part)),
  );

/** What is wrong with a migration, by what it does and what its first lines say; nothing when both agree. */
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

const isMain = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isMain) {
  const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/server/migrations');
  const wrong = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name >= SINCE)
    .sort()
    .flatMap((name) =>
      judgeMigration(readFileSync(join(folder, name), 'utf8')).map((why) => `${name}: ${why}`),
    );
  for (const line of wrong) process.stderr.write(`${line}\n`);
  if (wrong.length > 0) process.exit(1);
}

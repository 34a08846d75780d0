import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../programs/toolchain.mjs';
import { output } from './contents.mjs';

const MIGRATIONS = 'apps/server/migrations';

/** Whether older programs cannot run after a migration: its first lines say so (scripts/checks/migrations.mjs). */
const narrows = (name) =>
  readFileSync(join(root, MIGRATIONS, name), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('--'))
    .some((line) => line.includes('Narrows:'));

/** The version in which a file was added, or `null` if the file is not committed. */
const versionThatAdded = async (path) => {
  const commit = await output('git', [
    'log',
    '--diff-filter=A',
    '--abbrev=8',
    '--format=%h',
    '-1',
    '--',
    path,
  ]);
  if (!commit) return null;
  const { version } = JSON.parse(await output('git', ['show', `${commit}:package.json`]));
  return `${version}+${await output('git', ['rev-list', '--count', commit])}.${commit}`;
};

/** What `release.json` says of this checkout besides its files: see `Release` in apps/server/src/platform/releases/release.ts. */
export const findReleaseFacts = async () => {
  const names = readdirSync(join(root, MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const last = names.toSorted().findLast(narrows);
  return {
    commit: await output('git', ['rev-parse', 'HEAD']),
    newestMigration: names
      .toSorted()
      .at(-1)
      .replace(/\.sql$/, ''),
    oldestVersion: last === undefined ? null : await versionThatAdded(`${MIGRATIONS}/${last}`),
  };
};

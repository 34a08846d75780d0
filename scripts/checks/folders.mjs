import { posix } from 'node:path';
import { readFiles, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// A folder that can be read at a glance: at most 30 files, tests included.

const MAX_FILES = 30;

/** Lists that are looked up by name or number. */
const LISTS = ['apps/server/migrations', 'apps/server/src/platform/letters/snapshots', 'docs/decisions'];

/** One line for each folder with too many files. */
export const crowded = (paths) => {
  const counts = new Map();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !LISTS.includes(folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files, at most ${MAX_FILES}: give its parts folders of their own`,
    );
};

if (isMain(import.meta.url))
  report(crowded(readFiles(root, [...workspaces, 'scripts', 'docs', 'ops'], /./).keys()));

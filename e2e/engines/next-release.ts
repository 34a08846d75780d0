import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../cluster/command.ts';
import { ROOT } from '../cluster/root.ts';

const NODE = join(ROOT, 'node_modules/node/bin/node');
const RELEASES = 'opt/snimok-releases';

/** Runs a program of `scripts/update`. */
const script = (name: string, ...args: string[]) =>
  command(NODE, '--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/update', name), ...args);

/** Makes a key for releases below `folder`; returns the paths of both halves. */
export const newReleaseKey = (folder: string): { key: string; publicKey: string } => {
  const key = join(folder, 'release.key');
  script('release-key.ts', key);
  return { key, publicKey: `${key}.pub` };
};

/** The version in which `commits` more commits are contained. */
const laterVersion = (version: string, commits: number) =>
  version.replace(/\+(\d+)\./, (_, count: string) => `+${Number(count) + commits}.`);

/**
 * Makes a signed release in `folder` from a package: a later version of the same program, with one more migration. Returns its version.
 * @param sql the migration
 */
export const nextRelease = (
  file: string,
  folder: string,
  { commits, sql, key }: { commits: number; sql: string; key: string },
): string => {
  const unpacked = `${folder}.unpacked`;
  command('dpkg-deb', '--raw-extract', file, unpacked);
  const [version = ''] = readdirSync(join(unpacked, RELEASES));
  const later = laterVersion(version, commits);
  const tree = join(unpacked, RELEASES, later);
  renameSync(join(unpacked, RELEASES, version), tree);
  for (const name of ['control', 'postinst', 'prerm']) {
    const path = join(unpacked, 'DEBIAN', name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(version, later));
  }
  writeFileSync(join(tree, 'apps/server/migrations/9999_urgency.sql'), sql);
  mkdirSync(folder);
  command('dpkg-deb', '--root-owner-group', '-Zzstd', '-z1', '--build', unpacked, folder);
  rmSync(unpacked, { recursive: true });
  const facts = { commit: 'abcdef01', newestMigration: '9999_urgency', oldestVersion: version };
  script('sign.ts', folder, key, JSON.stringify(facts));
  return later;
};

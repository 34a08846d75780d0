import { basename, dirname, join } from 'node:path';
import { readFileSync, realpathSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { Refusal } from './failures.ts';
import { KEY_FILE, publicKey } from '@snimok/releases/keys';
import { parseVersion } from '@snimok/releases/version';

/** The installed version: a symbolic link to its folder. */
export const CURRENT = '/opt/snimok';
/** The folders of the versions, `VERSION`. */
export const RELEASES = '/opt/snimok-releases';
/** The files of updates. Only root may list the folder, but everybody may read the file PROGRESS in it. */
export const WORK = '/var/lib/snimok-update';
/** The progress or the result of an update, for the page of the portal. */
export const PROGRESS = join(WORK, 'progress.json');
/** The request of the portal, in the folder of its account. The unit `snimok-update-request.path` waits for it. */
export const REQUEST = '/var/lib/snimok/update-request.json';
/** The first file, if it exists, replaces the key of the package, for a centre that builds its own releases. */
const KEYS = [`/etc/snimok/${KEY_FILE}`, join(CURRENT, KEY_FILE)];

export const treeOf = (version: string): string => join(RELEASES, version);

/**
 * The version to which the link leads. Throws a Refusal if the portal is not installed as a Debian package, as in a
 * container.
 */
export const currentVersion = (): string => {
  const tree = realpathSync(CURRENT);
  if (tree !== treeOf(basename(tree)))
    throw new Refusal('Only an installed Debian package is updated by this command.', 'package');
  return basename(tree);
};

const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
};

/** The public key by which releases are verified, read from the first file that exists. */
export const trustedKey = (files: readonly string[] = KEYS): KeyObject => {
  for (const path of files) {
    const text = readIfPresent(path);
    if (text !== null) return publicKey(text, path);
  }
  throw new Refusal(
    `This package was built without a key for releases: put the public key into ${files[0]}.`,
    'key',
  );
};

/** The Debian package to which a running process belongs. */
export interface Installation {
  version: string;
  /** files that may contain the key of releases; the first one that exists is used */
  keys: readonly string[];
  request: string;
  progress: string;
}

/** The installation to which this process belongs; null if it is not from a Debian package. */
export const findInstallation = (): Installation | null => {
  // this file is <tree>/apps/server/src/platform/releases/places.ts
  const tree = join(realpathSync(import.meta.dirname), '../../../../..');
  const version = basename(tree);
  if (dirname(tree) !== RELEASES || parseVersion(version) === null) return null;
  return { version, keys: KEYS, request: REQUEST, progress: PROGRESS };
};

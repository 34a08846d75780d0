import { basename, join } from 'node:path';
import { readFileSync, realpathSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { KEY_FILE, publicKey } from '../../packages/releases/src/keys.ts';
import { Refusal } from './release.ts';

/** The installed version: a symbolic link to its folder. */
export const CURRENT = '/opt/snimok';
/** The folders of the versions, `VERSION`. */
export const RELEASES = '/opt/snimok-releases';
/** What an update keeps; only root may enter it. */
export const WORK = '/var/lib/snimok-update';
/** Replaces the key of the package, for a centre that builds its own releases. */
const OWN_KEY = `/etc/snimok/${KEY_FILE}`;

export const treeOf = (version: string): string => join(RELEASES, version);

/** The version to which the link leads. Throws a Refusal where the portal is no Debian package, as in a container. */
export const currentVersion = (): string => {
  const tree = realpathSync(CURRENT);
  if (tree !== treeOf(basename(tree)))
    throw new Refusal('Only an installed Debian package is updated by this command.');
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

/** The public key by which releases are verified. */
export const trustedKey = (): KeyObject => {
  for (const path of [OWN_KEY, join(CURRENT, KEY_FILE)]) {
    const text = readIfPresent(path);
    if (text !== null) return publicKey(text, path);
  }
  throw new Refusal(`This package was built without a key for releases: put the public key into ${OWN_KEY}.`);
};

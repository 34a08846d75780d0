import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../../../..');

/** What Node needs to run a module of the server: itself, its shared libraries, the packages and the sources. */
export const NODE = process.execPath;
export const SOURCES = [
  'node_modules',
  'packages',
  'package.json',
  'apps/server/package.json',
  'apps/server/src',
]
  .concat('apps/server/node_modules')
  .map((path) => join(ROOT, path))
  .filter((path) => existsSync(path));
/**
 * Node's cache of compiled modules, which `scripts/toolchain.mjs` fills: with it a parser process starts with 80 instead of
 * 250 ms of CPU time. Sandboxed processes only read it. Without the folder they compile the modules themselves.
 */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/snimok-compile');
export const LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32'];
/** Symbolic links into /usr where it is merged, as on Debian; folders elsewhere. */
export const LINKED = ['lib', 'lib32', 'lib64', 'libx32'];
export const LOADER_CACHE = '/etc/ld.so.cache';

export const BWRAP = '/usr/bin/bwrap';
/** For a process that stays the portal's user. Empty without util-linux. */
export const withoutNewPrivileges = (): string[] =>
  existsSync(SETPRIV) ? [SETPRIV, '--no-new-privs', '--'] : [];

export const SETPRIV = '/usr/bin/setpriv';
const PRLIMIT = '/usr/bin/prlimit';

/** The user of sandboxed processes: no account has this id, and no other program of the portal runs under it. */
export const PARSER_USER = { uid: 65_533, gid: 65_533 };

/** Private memory, above the limit that the portal enforces every 100 ms by killing the process. */
const DATA_BYTES = 4 * 1024 ** 3;
/** Of the user; a process of Node with libvips has about 25 threads. */
const THREADS = 2048;

/** The words to put before a command, so that it runs under resource limits. Empty without util-linux. */
export const limited = (): string[] =>
  existsSync(PRLIMIT) ? [PRLIMIT, `--data=${DATA_BYTES}`, `--nproc=${THREADS}`, '--core=0', '--'] : [];

/** The words to put before a command of root, so that it runs as `uid` and can never gain a privilege. */
export const dropped = ({ uid, gid }: { uid: number; gid: number }): string[] => [
  ...[SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', '--'],
];

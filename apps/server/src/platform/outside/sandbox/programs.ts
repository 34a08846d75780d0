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
 * Node's cache of compiled modules, which `scripts/programs/toolchain.mjs` fills. With it the start of a parser process takes 80
 * instead of 250 ms of CPU time. Sandboxed processes only read it. Without the folder they compile the modules themselves.
 */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/snimok-compile');
export const LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32'];
/** Symbolic links into /usr on systems with a merged /usr, such as Debian; folders on other systems. */
export const LINKED = ['lib', 'lib32', 'lib64', 'libx32'];
export const LOADER_CACHE = '/etc/ld.so.cache';

export const BWRAP = '/usr/bin/bwrap';
/** The words to put before the command of a process that keeps the portal's user. Empty without util-linux. */
export const withoutNewPrivileges = (): string[] =>
  existsSync(SETPRIV) ? [SETPRIV, '--no-new-privs', '--'] : [];

export const SETPRIV = '/usr/bin/setpriv';
const PRLIMIT = '/usr/bin/prlimit';

/** The user of sandboxed processes: no account has this id, and no other program of the portal runs under it. */
export const PARSER_USER = { uid: 65_533, gid: 65_533 };

/** The limit of private memory. It is above the limit that the portal checks every 100 ms and enforces by a kill. */
const DATA_BYTES = 4 * 1024 ** 3;
/** The limit for all processes of the user together; one process of Node with libvips has about 25 threads. */
const THREADS = 2048;

/** The words to put before a command, so that it runs under resource limits. Empty without util-linux. */
export const limited = (): string[] =>
  existsSync(PRLIMIT) ? [PRLIMIT, `--data=${DATA_BYTES}`, `--nproc=${THREADS}`, '--core=0', '--'] : [];

/** The words that root puts before a command, so that it runs as `uid` and can never gain a privilege. */
export const dropped = ({ uid, gid }: { uid: number; gid: number }): string[] => [
  SETPRIV,
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
  '--no-new-privs',
  '--',
];

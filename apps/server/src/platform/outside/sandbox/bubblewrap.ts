import { lstatSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  BWRAP,
  dropped,
  LIBRARIES,
  LINKED,
  LOADER_CACHE,
  NODE,
  PARSER_USER,
  SETPRIV,
  SOURCES,
} from './programs.ts';
import type { Access, User } from './sandbox.ts';

/** The size of /tmp, which is in memory and holds temporary files of libvips. */
const TMP_BYTES = 512 * 1024 ** 2;

/** All namespaces except the user namespace; the network namespace has no interface. */
const NAMESPACES = ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((name) => `--unshare-${name}`);

/**
 * The command that runs Node in a sandbox of bubblewrap. When the portal ends, the kernel ends the sandbox.
 * @param user The user it runs as, if the portal is root. Otherwise it runs as the portal's user, in a user namespace
 *   in which that user has another id and no capabilities.
 */
export const bubblewrapped = ({ read, write }: Access, user: User | null): string[] => {
  const bound = [NODE, ...SOURCES, ...(user ? [SETPRIV] : []), ...read, ...write];
  return [
    BWRAP,
    ...foldersAbove(bound),
    ...LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...LINKED.flatMap(libraryFolder),
    '--ro-bind-try',
    LOADER_CACHE,
    LOADER_CACHE,
    // no /proc: it shows processes, and a service with a protected /proc may not mount another one
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--size',
    String(TMP_BYTES),
    '--tmpfs',
    '/tmp',
    // repeated, because the new /tmp is empty
    ...foldersAbove(bound.filter((path) => path.startsWith('/tmp/'))),
    ...[NODE, ...SOURCES, ...(user ? [SETPRIV] : [])].flatMap((path) => ['--ro-bind', path, path]),
    ...read.flatMap((path) => ['--ro-bind', path, path]),
    ...write.flatMap((path) => ['--bind', path, path]),
    '--die-with-parent',
    '--new-session',
    '--chdir',
    '/',
    ...NAMESPACES,
    ...(user ? ['--', ...dropped(user)] : inUserNamespace),
    NODE,
  ];
};

const inUserNamespace = [
  '--unshare-user',
  '--disable-userns',
  '--cap-drop',
  'ALL',
  '--uid',
  String(PARSER_USER.uid),
  '--gid',
  String(PARSER_USER.gid),
  '--',
];

/** Creates the folders above the paths. bwrap itself would create them with mode 0700, which only root can enter. */
const foldersAbove = (paths: string[]): string[] => {
  const folders = new Set<string>();
  for (const path of ['/usr/lib', LOADER_CACHE, ...paths]) {
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].toSorted().flatMap((folder) => ['--perms', '0755', '--dir', folder]);
};

const libraryFolder = (name: string): string[] => {
  const path = `/${name}`;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
  return found ? ['--ro-bind', path, path] : [];
};

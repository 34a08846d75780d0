import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dropped, LIBRARIES, LINKED, LOADER_CACHE, NODE, PARSER_USER, SETPRIV, SOURCES } from './programs.ts';
import type { Access, User } from './sandbox.ts';

const UNSHARE = '/usr/bin/unshare';

/**
 * The command that runs Node in namespaces made with util-linux. `unshare` waits for the shell, which is the first process
 * of the PID namespace. When `unshare` ends, the kernel ends the shell, and with the shell every process of the namespace.
 * @param user The user it runs as, if the portal is root. Otherwise a second user namespace gives the portal's user
 *   another id without capabilities.
 */
export const inNamespaces = ({ read, write }: Access, user: User | null): string[] => [
  UNSHARE,
  ...(user ? [] : ['--user', '--map-root-user']),
  '--mount',
  '--net',
  '--ipc',
  '--uts',
  '--pid',
  '--fork',
  '--kill-child=KILL',
  '/bin/sh',
  '-ec',
  SCRIPT,
  'sandbox',
  ...links(),
  '--',
  ...system(user),
  ...read,
  '--',
  ...write,
  '--',
  ...(user
    ? dropped(user)
    : [
        UNSHARE,
        '--user',
        `--map-user=${PARSER_USER.uid}`,
        `--map-group=${PARSER_USER.gid}`,
        SETPRIV,
        '--inh-caps=-all',
        '--no-new-privs',
        '--',
      ]),
  NODE,
];

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const linked = LINKED.map((name) => `/${name}`);

/** Pairs of target and path. */
const links = (): string[] => linked.filter(isLink).flatMap((path) => [readlinkSync(path), path]);

const system = (user: User | null): string[] => {
  const libraries = [...LIBRARIES, ...linked.filter((path) => !isLink(path)), LOADER_CACHE].filter(
    existsSync,
  );
  return [...libraries, SETPRIV, ...(user ? [] : [UNSHARE]), NODE, ...SOURCES];
};

/**
 * Builds the root folder in a new tmpfs and enters it. The tmpfs is mounted on /sys, which every Linux has and nothing here
 * needs. A read-only bind mount keeps the options of its source: without the source's `noexec`, the kernel would refuse the
 * change. `umount` and `unshare` need /proc, which shows only the processes of the namespace. The last command must not
 * replace the shell, so it is not the last line.
 */
const SCRIPT = `
umask 022
mount -t tmpfs -o mode=0755,size=512m,nosuid,nodev sandbox /sys
place() {
  if [ -d "$1" ]; then mkdir -p "/sys$1"; else mkdir -p "/sys\${1%/*}"; : > "/sys$1"; fi
  mount --bind "$1" "/sys$1"
}
mkdir -p /sys/dev /sys/proc /sys/tmp /sys/old
chmod 1777 /sys/tmp
for device in null zero random urandom; do place "/dev/$device"; done
while [ "$1" != -- ]; do ln -s "$1" "/sys$2"; shift 2; done
shift
while [ "$1" != -- ]; do
  place "$1"
  mount -o remount,bind,ro,nosuid,nodev "/sys$1" 2>/dev/null ||
    mount -o remount,bind,ro,nosuid,nodev,noexec "/sys$1"
  shift
done
shift
while [ "$1" != -- ]; do place "$1"; shift; done
shift
mount -t proc -o nosuid,nodev,noexec proc /sys/proc
cd /sys
pivot_root . old
PATH=/old/usr/bin:/old/bin:/old/usr/sbin:/old/sbin
umount -l /old
cd /
"$@"
exit $?
`;

import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Access, Mechanism, User } from './sandbox.ts';

const GROUP_READ = 0o040;
const GROUP_ENTER = 0o010;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/**
 * Gives `user` access to the files that its process may use. The portal runs as root, and its folders and files are closed
 * to other users. What the process reads gets the group of `user`; folders that it writes get `user` as owner.
 */
export const prepare = async ({ read, write }: Access, user: User, mechanism: Mechanism): Promise<void> => {
  await openFor(user, read);
  for (const folder of write) await chown(folder, user.uid, user.gid);
  // the other mechanisms mount the files, so that the process need not enter the folders above them
  if (mechanism === 'permissions') await openAncestors(user, [...read, ...write]);
};

/** Makes the paths readable for the group of `user`. Files that every user may read are not changed. */
export const openFor = async (user: User, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    // a missing file is reported by the process that reads it
    if (!found || found.uid === user.uid) continue;
    const [group, others] = found.isDirectory()
      ? [GROUP_READ | GROUP_ENTER, OTHERS_READ | OTHERS_ENTER]
      : [GROUP_READ, OTHERS_READ];
    await give(path, found, group, others, user);
  }
};

const openAncestors = async (user: User, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
      const found = await stat(folder);
      if (found.uid !== user.uid) await give(folder, found, GROUP_ENTER, OTHERS_ENTER, user);
    }
  }
};

const give = async (
  path: string,
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  group: number,
  others: number,
  user: User,
): Promise<void> => {
  if ((mode & others) === others || (gid === user.gid && (mode & group) === group)) return;
  await chown(path, uid, user.gid);
  await chmod(path, (mode & 0o7777) | group);
};

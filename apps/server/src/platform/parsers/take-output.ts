import { constants } from 'node:fs';
import { chmod, chown, lstat, open, rename, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The only folder that the parser process of a run can write. */
export const outputFolder = (scratch: string): string => join(scratch, 'out');

/**
 * Moves a file that a parser process has written out of the folder that it can write, and returns the new path. A
 * process that a malicious file controls could have written a symbolic link to a secret instead, which would then be
 * stored and served.
 * @throws if it is not a regular file
 */
export const takeOutput = async (path: string, folder: string): Promise<string> => {
  const taken = join(folder, basename(path));
  await rename(path, taken);
  const found = await lstat(taken);
  if (!found.isFile() || found.nlink !== 1)
    throw new Error('a parser process wrote something other than a file');
  const [uid = found.uid, gid = found.gid] = [process.geteuid?.(), process.getegid?.()];
  if (found.uid !== uid) await chown(taken, uid, gid);
  await chmod(taken, 0o600);
  return taken;
};

/** Opens a file that a parser process has written, without following a symbolic link or waiting for a pipe. */
export const openOutput = async (path: string): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('a parser process wrote something other than a file');
};

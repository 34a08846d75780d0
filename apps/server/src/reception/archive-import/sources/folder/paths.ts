import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Paths below the folder of a source are strings with one character for each byte, because names of old archives are often not UTF-8:
 * if the names were decoded as UTF-8, the files could not be opened.
 */
export const pathBelow = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);

/** A path for people. */
export const shown = (path: string): string => Buffer.from(path, 'latin1').toString('utf8');

/** A path that identifies its file, also if two names differ only in bytes that are not UTF-8. */
export const identifying = (path: string): string => {
  const text = shown(path);
  if (!text.includes('\ufffd')) return text;
  return `${text}#${createHash('sha256').update(path, 'latin1').digest('hex').slice(0, 8)}`;
};

/**
 * Opens a regular file without following a symbolic link or waiting for a pipe.
 * @throws the error of the system; Error for what is not a regular file
 */
export const openRegular = async (path: string | Buffer): Promise<FileHandle> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('not a regular file');
};

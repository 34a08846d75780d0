import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ExportProblem } from './problem.ts';

const GIGABYTE = 1e9;
/** Stays free besides the estimate. */
const RESERVE_BYTES = 100e6;

export const inGigabytes = (bytes: number): string =>
  `${(bytes / GIGABYTE).toFixed(bytes < GIGABYTE ? 3 : 1)} GB`;

/** The free bytes of the disk of a folder, for the user of this process. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** The bytes of all files below a folder: what an earlier run of the export has written. */
export const sizeOfFolder = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOfFolder(path);
    else if (entry.isFile()) bytes += (await stat(path)).size;
  }
  return bytes;
};

/** @throws ExportProblem before anything is written, unless the disk has space for what is still to be written */
export const checkSpace = ({
  neededBytes,
  writtenBytes,
  freeBytes,
}: {
  neededBytes: number;
  writtenBytes: number;
  freeBytes: number;
}): string => {
  const leftBytes = Math.max(0, neededBytes - writtenBytes);
  const sentence = `The export takes about ${inGigabytes(neededBytes)}, of which ${inGigabytes(writtenBytes)} are written; ${inGigabytes(freeBytes)} are free.`;
  if (leftBytes + RESERVE_BYTES > freeBytes)
    throw new ExportProblem(`${sentence} That is not enough: choose a folder on a larger disk.`);
  return sentence;
};

import { renameSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '@snimok/api-client/format-numbers';
import { downloadProgram } from './download.ts';
import { findOffer, type Installed, type Offer } from './offer.ts';
import { freshPath, partPath, removeFresh, removeParts } from './program-files.ts';
import { sentences } from './sentences.ts';
import { versionOf } from './try-program.ts';
import { UpdateProblem } from './update-problem.ts';

/** What stays free for images that machines send. */
const RESERVE_BYTES = 512 * 1024 ** 2;

interface FetchOptions extends Installed {
  /** the file that is to be replaced; the new one is put beside it */
  program: string;
  /** throws an UpdateProblem if the version is not to be downloaded */
  accept: (offer: Offer) => void;
  stop: AbortSignal;
}

/** Why a file could not be written; the cause itself if it is no error of the disk. */
export const diskProblem = (cause: unknown, folder: string, neededBytes: number): unknown => {
  const { code } = cause as NodeJS.ErrnoException;
  if (cause instanceof UpdateProblem || typeof code !== 'string') return cause;
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new UpdateProblem(sentences.noSpace(formatBytes(neededBytes)), { cause });
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new UpdateProblem(sentences.notWritable(folder), { cause });
  return new UpdateProblem(sentences.diskFailed(code), { cause });
};

const checkSpace = async (folder: string, sizeBytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const needed = sizeBytes + RESERVE_BYTES;
  if (bavail * bsize < needed) throw new UpdateProblem(sentences.noSpace(formatBytes(needed)));
};

/**
 * Looks at the portal for a newer version of the program. Puts it beside the program (`freshPath`), verified and tried with `--version`,
 * and returns its version; null if there is none. Throws an UpdateProblem with the reason if it cannot be used.
 */
export const fetchUpdate = async ({
  program,
  accept,
  stop,
  ...installed
}: FetchOptions): Promise<string | null> => {
  const offer = await findOffer(installed);
  if (!offer) return null;
  accept(offer);
  const folder = dirname(program);
  const part = partPath(program);
  const fresh = freshPath(program);
  try {
    removeParts(program);
    await checkSpace(folder, offer.sizeBytes);
    await downloadProgram(part, offer, stop);
    renameSync(part, fresh);
    if ((await versionOf(fresh)) !== offer.version)
      throw new UpdateProblem(sentences.doesNotStart(offer.version));
  } catch (cause) {
    removeFresh(program);
    throw diskProblem(cause, folder, offer.sizeBytes + RESERVE_BYTES);
  }
  return offer.version;
};

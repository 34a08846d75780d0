import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { problemsOf, reasons, ZipProblem } from '../../../../platform/zip/zip-problem.ts';
import type { Context } from '../../../../platform/context.ts';
import { Problem } from '../../../../platform/errors/errors.ts';
import {
  openScratch,
  type ScratchReservation,
  ScratchTooSmall,
} from '../../../../platform/working-files/scratch.ts';
import { unpack } from '../../../../studies/processing/collected-files/unpack.ts';
import type { UnpackedFile } from '../../../../studies/processing/parser-tasks/collected-file.ts';
import { MeteredParser } from '../../../../studies/processing/upload-parser/metered-parser.ts';
import { UploadBudget } from '../../../../studies/processing/upload-parser/upload-budget.ts';
import { NO_USAGE } from '../../../../studies/uploads/upload-rows/usage-queries.ts';
import type { SourceProblem } from '../source.ts';
import type { WorkingSpace } from '../working-space.ts';

/** A ZIP that cannot be read. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip';
  readonly reason: SourceProblem['reason'];

  constructor(reason: SourceProblem['reason'], options?: { cause?: unknown }) {
    super(reason, options);
    this.reason = reason;
  }
}

/** A ZIP of the archive. */
interface ZipFile {
  path: string | Buffer;
  sizeBytes: number;
}

interface Unpacked {
  /** identifies the ZIP */
  key: string;
  files: UnpackedFile[];
  remove(): Promise<void>;
}

/**
 * Unpacks ZIPs into the working folder, within the limits of one upload. The last one remains unpacked until another is needed.
 * The parser process sees a copy: to make a file of the archive readable for the process, its permissions would have to be changed.
 */
export const openZips = (context: Pick<Context, 'config' | 'sandbox'>, space: WorkingSpace) => {
  let last: Unpacked | null = null;
  let count = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const open = async (key: string, zip: ZipFile, signal: AbortSignal): Promise<UnpackedFile[]> => {
    if (last?.key === key) return last.files;
    await last?.remove();
    last = null;
    const name = `zip-${(count += 1)}`;
    const folder = await space.makeFolder(name);
    const reservation = openScratch(context);
    const remove = async () => {
      await rm(folder, { recursive: true, force: true });
      reservation.release();
    };
    try {
      const files = await unpackCopy(context, zip, { folder, reservation, signal });
      last = { key, files, remove };
      return files;
    } catch (cause) {
      await remove();
      throw asUnreadable(cause);
    }
  };

  return {
    /**
     * The files of a ZIP. They remain until another ZIP is opened.
     * @throws UnreadableZip
     */
    open(key: string, zip: ZipFile, signal: AbortSignal): Promise<UnpackedFile[]> {
      const files = queue.then(() => open(key, zip, signal));
      queue = files.catch(() => undefined);
      return files;
    },
    async close(): Promise<void> {
      await queue;
      await last?.remove();
      last = null;
    },
  };
};

export type Zips = ReturnType<typeof openZips>;

const ARCHIVE = 'archive.zip';

const unpackCopy = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  { path, sizeBytes }: ZipFile,
  { folder, reservation, signal }: { folder: string; reservation: ScratchReservation; signal: AbortSignal },
): Promise<UnpackedFile[]> => {
  if (sizeBytes > context.config.uploadLimits.sentBytes) throw new UnreadableZip('unsupported');
  await reservation.add(sizeBytes);
  const copy = join(folder, ARCHIVE);
  await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  reservation.written(sizeBytes);
  const budget = new UploadBudget(context, NO_USAGE);
  const parser = new MeteredParser(budget, context.sandbox, { read: [], write: [] });
  try {
    const unpacking = { parser, budget, reservation, signal };
    const content = join(folder, 'content');
    return await unpack(unpacking, { path: copy, archive: ARCHIVE, folder: content, sentBytes: undefined });
  } finally {
    parser.close();
    await rm(copy, { force: true });
  }
};

const ENCRYPTED = problemsOf(ARCHIVE)(reasons.encrypted).message;

const asUnreadable = (cause: unknown): unknown => {
  if (cause instanceof ZipProblem && cause.message === ENCRYPTED)
    return new UnreadableZip('encrypted', { cause });
  if (cause instanceof ZipProblem && !cause.exceedsLimits) return new UnreadableZip('unreadable', { cause });
  const isTooLarge =
    cause instanceof ZipProblem || cause instanceof Problem || cause instanceof ScratchTooSmall;
  return isTooLarge ? new UnreadableZip('unsupported', { cause }) : cause;
};

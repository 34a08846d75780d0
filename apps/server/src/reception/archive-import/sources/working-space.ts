import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { GatheringWriter } from '../../../platform/outside/storage/write-whole.ts';
import { openScratch, type ScratchReservation } from '../../../platform/working-files/scratch.ts';
import { workingFolder } from '../../dicom-receiving/working-folder.ts';

/** The size of what arrives is known only at its end, so space is reserved in steps of this size. */
const RESERVED_STEP = 8 * 1024 ** 2;

/** A file that has been received. */
export interface SpooledFile {
  path: string;
  sizeBytes: number;
  /** Removes the file and frees its space. */
  remove(): Promise<void>;
}

/** A file that is being received. */
interface SpoolingFile {
  /** @throws ScratchFull, ScratchTooSmall */
  add(chunk: Uint8Array): Promise<void>;
  end(): Promise<SpooledFile>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/**
 * The working folder of one open source, within the limits of the process's working files. Folders of processes that were killed are
 * removed.
 */
export const openWorkingSpace = async (context: Pick<Context, 'config'>) => {
  const folder = workingFolder(context, 'import');
  await folder.clean();
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  let count = 0;
  return {
    path: folder.path,
    async makeFolder(name: string): Promise<string> {
      const path = join(folder.path, name);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    async spool(): Promise<SpoolingFile> {
      const path = join(folder.path, `received-${(count += 1)}`);
      return spoolInto(path, await open(path, 'wx', 0o600), openScratch(context));
    },
    close: () => rm(folder.path, { recursive: true, force: true }),
  };
};

export type WorkingSpace = Awaited<ReturnType<typeof openWorkingSpace>>;

const spoolInto = (path: string, file: FileHandle, reservation: ScratchReservation): SpoolingFile => {
  const writer = new GatheringWriter(file);
  let reserved = 0;
  const remove = async () => {
    await rm(path, { force: true });
    reservation.release();
  };
  return {
    async add(chunk) {
      while (reserved < writer.sizeBytes + chunk.length) {
        await reservation.add(RESERVED_STEP);
        reserved += RESERVED_STEP;
      }
      reservation.written(chunk.length);
      await writer.add(chunk);
    },
    async end() {
      try {
        await writer.end();
      } finally {
        await file.close();
      }
      return { path, sizeBytes: writer.sizeBytes, remove };
    },
    async abandon() {
      await writer.end().catch(() => undefined);
      await file.close().catch(() => undefined);
      await remove();
    },
  };
};

/** Reads a received file once; the file is removed when the stream has ended or is destroyed. */
export const readOnce = ({ path, remove }: SpooledFile, signal: AbortSignal): Readable =>
  createReadStream(path, { signal }).on('close', () => void remove().catch(() => undefined));

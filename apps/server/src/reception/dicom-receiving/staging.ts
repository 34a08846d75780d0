import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { writeWhole } from '../../platform/outside/storage/write-whole.ts';
import { openScratch } from '../../platform/working-files/scratch.ts';
import { sentences as ofUploads } from '../../studies/uploads/sentences.ts';

/** A part of a request, written to the local disk. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  sha256: Buffer;
}

/** The size of a part is known only at its end, so space is reserved in steps of this size. */
const RESERVED_STEP = 32 * 1024 ** 2;

/** Writes the parts of one request into a folder, within the limits of one upload. */
export const openStaging = (context: Pick<Context, 'config'>, folder: string) => {
  const { uploadLimits } = context.config;
  const reservation = openScratch(context);
  const paths: string[] = [];
  let bytes = 0;
  let reserved = 0;

  async function* counted(body: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }) {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > uploadLimits.sentBytes)
        throw new Problem(413, ofUploads.uploadTooLarge(uploadLimits.sentBytes));
      while (reserved < bytes) {
        await reservation.add(RESERVED_STEP);
        reserved += RESERVED_STEP;
      }
      reservation.written(chunk.length);
      hash.update(chunk);
      yield chunk;
    }
  }

  return {
    /** @throws Problem 413; ScratchFull, ScratchTooSmall */
    async write(body: AsyncIterable<Buffer>): Promise<StagedFile> {
      if (paths.length >= uploadLimits.files)
        throw new Problem(413, ofUploads.tooManyFiles(uploadLimits.files));
      const path = join(folder, `${randomUUID()}.dcm`);
      paths.push(path);
      const hash = createHash('sha256');
      const file = await open(path, 'wx', 0o600);
      try {
        const sizeBytes = await writeWhole(file, counted(body, hash));
        return { path, sizeBytes, sha256: hash.digest() };
      } finally {
        await file.close();
      }
    },
    /** Removes the files that have not been moved to the store. */
    async release(): Promise<void> {
      for (const path of paths) await rm(path, { force: true });
      reservation.release();
    },
  };
};

export type Staging = ReturnType<typeof openStaging>;

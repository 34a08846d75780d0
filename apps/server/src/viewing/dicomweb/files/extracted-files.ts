import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../platform/context.ts';
import { openScratch, type ScratchReservation } from '../../../platform/working-files/scratch.ts';
import { streamFile } from './files.ts';
import type { Instance } from '../instance-rows/instances.ts';
import { outputFolderOf } from '../pixels/pixel-file.ts';

/** Clients request the frames of a file one by one; after this pause the next request is unlikely. */
const IDLE_MS = 60_000;
/** A multi-frame volume takes some hundred megabytes of disk. */
const MAX_FILES = 8;

/** The unpacked size is known only at the end: the space is reserved in steps of this size. */
const RESERVED_STEP = 32 * 1024 ** 2;

interface ExtractedFile {
  path: Promise<string>;
  reservation: ScratchReservation;
  users: number;
  timer: NodeJS.Timeout | null;
}

/**
 * A cache on disk of DICOM files extracted from their study objects, for the parser processes that decode them. Each
 * object has its own folder, the only one that a parser process sees.
 */
export const openExtractedFiles = (context: Context) => {
  const { storage, config } = context;
  const folder = join(config.dataDir, 'work', `dicomweb-${randomUUID()}`);
  const files = new Map<string, ExtractedFile>();

  const extract = async (instance: Instance, reservation: ScratchReservation): Promise<string> => {
    const ofStudy = join(folder, instance.object.objectID);
    const path = join(ofStudy, `${randomUUID()}.dcm`);
    await mkdir(outputFolderOf(path), { recursive: true, mode: 0o700 });
    const bytes = reserve(streamFile(storage, instance), reservation);
    try {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    } catch (cause) {
      await rm(path, { force: true });
      throw cause;
    }
    return path;
  };
  const open = (instance: Instance): ExtractedFile => {
    const reservation = openScratch(context);
    return { path: extract(instance, reservation), reservation, users: 0, timer: null };
  };
  const removeIfUnused = (key: string): void => {
    const file = files.get(key);
    if (!file || file.users > 0) return;
    files.delete(key);
    if (file.timer) clearTimeout(file.timer);
    file.path
      .then((path) => rm(path, { force: true }))
      .catch(() => undefined)
      .finally(() => file.reservation.release());
  };
  const waiting: (() => void)[] = [];
  /** Waits until fewer than `MAX_FILES` files are extracted, or until this file is extracted. */
  const makeSpaceFor = async (key: string): Promise<void> => {
    while (!files.has(key) && files.size >= MAX_FILES) {
      const unused = [...files].find(([, { users }]) => users === 0);
      if (unused) removeIfUnused(unused[0]);
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };

  return {
    /** Calls `work` with the file's path; the file stays until `work` has ended and for a minute after. */
    async with<T>(instance: Instance, work: (path: string) => Promise<T>): Promise<T> {
      const key = `${instance.object.objectID}/${instance.entry}`;
      await makeSpaceFor(key);
      const file = files.get(key) ?? open(instance);
      files.set(key, file);
      file.users += 1;
      if (file.timer) clearTimeout(file.timer);
      try {
        return await work(await file.path);
      } catch (cause) {
        // a failed extraction is not cached: the next request tries again
        file.path.catch(() => {
          if (files.get(key) === file) files.delete(key);
          file.reservation.release();
        });
        throw cause;
      } finally {
        file.users -= 1;
        file.timer = setTimeout(removeIfUnused, IDLE_MS, key).unref();
        for (const resolve of waiting.splice(0)) resolve();
      }
    },
    async close(): Promise<void> {
      for (const { timer, reservation } of files.values()) {
        if (timer) clearTimeout(timer);
        reservation.release();
      }
      files.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

async function* reserve(bytes: AsyncIterable<Uint8Array>, reservation: ScratchReservation) {
  let left = 0;
  for await (const chunk of bytes) {
    if (left < chunk.length) {
      await reservation.add(RESERVED_STEP);
      left += RESERVED_STEP;
    }
    left -= chunk.length;
    reservation.written(chunk.length);
    yield chunk;
  }
}

export type ExtractedFiles = ReturnType<typeof openExtractedFiles>;

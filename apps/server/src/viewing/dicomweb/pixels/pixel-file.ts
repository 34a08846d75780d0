import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { openOutput } from '../../../platform/parsers/take-output.ts';

/** The folder that a parser process may write, beside the extracted file that it reads. */
export const outputFolderOf = (path: string): string => join(dirname(path), 'out');

/** A new path for the output of a task. What is written there is removed when `signal` is aborted. */
export const outputFor = (path: string, signal: AbortSignal): string => {
  const out = join(outputFolderOf(path), randomUUID());
  const remove = () => void rm(out, { force: true });
  if (signal.aborted) remove();
  else signal.addEventListener('abort', remove, { once: true });
  return out;
};

/** Pixels that a parser process has written. They can be read once. */
export interface PixelFile {
  sizeBytes: number;
  read(): Readable;
}

export const openPixels = async (path: string): Promise<PixelFile> => {
  const file = await openOutput(path);
  try {
    const { size: sizeBytes } = await file.stat();
    return { sizeBytes, read: () => Readable.from(contentOf(path, sizeBytes), { objectMode: false }) };
  } finally {
    await file.close();
  }
};

async function* contentOf(path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  const file = await openOutput(path);
  try {
    if (sizeBytes > 0) yield* file.createReadStream({ autoClose: false, end: sizeBytes - 1 });
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { packBytes, packSpan as packPart } from '@snimok/api-client/compression/packed-file';
import type { Bundling } from '@snimok/api-client/compression/bundling';
import type { Span } from '@snimok/api-client/compression/span';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import { sentences } from '../program/sentences.ts';
import type { LocalFile } from '../ledger/local-file.ts';
import { GONE } from './put-file.ts';

/** zlib compresses in Node's four threads; one core stays free for the programs of the X-ray machine. */
export const packers = Math.max(1, Math.min(4, availableParallelism() - 1));

/** For slices with 12-bit noise, level 6 saves one percent more than level 4 and takes 1.5 times as long. */
const LEVEL = 4;

const deflateAsync = promisify<Uint8Array, { level: number }, Buffer<ArrayBuffer>>(deflateRaw);

const deflate = async (some: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await deflateAsync(some, { level: LEVEL }));

/** Packs a file, unless a machine is writing it. */
export const packFile: Bundling<LocalFile>['pack'] = async (file, compress, signal) => {
  const bytes = await readUnchanged(file);
  signal.throwIfAborted();
  return packBytes(bytes, compress, {
    deflate,
    sha256: async (some) => createHash('sha256').update(some).digest('base64'),
    crc32,
  });
};

/** Compresses a part of a file. */
export const packSpan: NonNullable<Bundling<LocalFile>['packSpan']> = async (file, span, signal) => {
  const bytes = await readUnchanged(file, span);
  signal.throwIfAborted();
  return packPart(bytes, deflate);
};

async function readUnchanged(
  { path, size }: LocalFile,
  { start, end }: Span = { start: 0, end: size },
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path).catch(() => {
    throw new SendProblem(sentences.fileGone, GONE);
  });
  try {
    const before = await file.stat();
    if (before.size !== size) throw new SendProblem(sentences.fileChanged, GONE);
    const bytes = new Uint8Array(end - start);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const after = await file.stat();
    if (filled !== bytes.length || after.size !== size || after.mtimeMs !== before.mtimeMs) {
      throw new SendProblem(sentences.fileChanged, GONE);
    }
    return bytes;
  } catch (problem) {
    throw problem instanceof SendProblem ? problem : new SendProblem(sentences.fileGone, GONE);
  } finally {
    await file.close();
  }
}

import { createHash, hash } from 'node:crypto';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { asStorageError } from '../outside/storage/disk-errors.ts';
import { WrongLength } from '../outside/storage/storage.ts';
import { writeWhole } from '../outside/storage/write-whole.ts';
import { runInOrder, type Task } from './in-order.ts';
import type { PackedRange } from './packed-content.ts';
import { readExactly } from './zip-blocks.ts';
import { inflate, isBrokenDeflate, type EntryRange, streamContent } from './zip-content.ts';
import {
  DEFAULT_LIMITS,
  LOCAL_HEADER_BYTES,
  type DeclaredFile,
  readDirectory,
  type UnpackLimits,
} from './zip-directory.ts';
import { type MakeProblem, reasons, problemsOf } from './zip-problem.ts';

interface UnpackedFile {
  /** Relative, `/` only, safe in any folder. */
  name: string;
  /** The file with the content; its name is generated and never taken from the archive. */
  path: string;
  sizeBytes: number;
  /** The file's range in the archive, which can be copied unchanged; null if other bytes follow the deflate data. */
  packed: PackedRange | null;
}

export interface UnpackOptions {
  /** The archive's file name, for the problem's sentence. */
  archive: string;
  limits?: Partial<UnpackLimits>;
  signal?: AbortSignal;
}

/** The name of an unpacked file by its position among the files of the archive, from 0. */
export const unpackedFile = (index: number): string => String(index + 1).padStart(6, '0');

/** How many bytes, packed and unpacked, the files in progress may have together. */
const BUDGET_BYTES = 48 * 1024 * 1024;
/** Files of more packed and unpacked bytes are streamed and count as this much memory. */
const WHOLE_BYTES = 8 * 1024 * 1024;

/**
 * Unpacks an uploaded ZIP into an existing folder and yields its files in the archive's order, after checking their
 * lengths and CRC-32. Throws ZipProblem if the archive is invalid or exceeds the limits; the caller removes the folder
 * with what was unpacked until then. Files are not synced: the upload is kept until the study object has been verified.
 */
export async function* unpackZip(
  path: string,
  folder: string,
  options: UnpackOptions,
): AsyncGenerator<UnpackedFile> {
  const refuse = problemsOf(options.archive);
  const file = await open(path, 'r');
  try {
    const declared = await readDirectory(file, { ...DEFAULT_LIMITS, ...options.limits }, refuse);
    const unpacking = new Unpacking(file, path, folder, refuse, options.signal);
    yield* runInOrder(unpacking.tasks(declared), BUDGET_BYTES);
  } catch (cause) {
    throw asStorageError(cause);
  } finally {
    await file.close();
  }
}

class Unpacking {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #folder: string;
  readonly #refuse: MakeProblem;
  readonly #signal: AbortSignal | undefined;

  constructor(
    file: FileHandle,
    path: string,
    folder: string,
    refuse: MakeProblem,
    signal: AbortSignal | undefined,
  ) {
    this.#file = file;
    this.#path = path;
    this.#folder = folder;
    this.#refuse = refuse;
    this.#signal = signal;
  }

  *tasks(declared: DeclaredFile[]): Generator<Task<UnpackedFile>> {
    for (const [index, file] of declared.entries()) {
      this.#signal?.throwIfAborted();
      const target = join(this.#folder, unpackedFile(index));
      const memoryBytes = Math.min(file.sizeBytes + file.extent.compressedBytes, WHOLE_BYTES);
      yield { memoryBytes, run: () => this.#unpack(file, target) };
    }
  }

  async #unpack(file: DeclaredFile, target: string): Promise<UnpackedFile> {
    const { name, sizeBytes } = file;
    try {
      const range = await this.#rangeOf(file);
      const whole = sizeBytes + range.compressedBytes <= WHOLE_BYTES;
      const { usedBytes, ...measured } = await (whole
        ? this.#unpackWhole(range, sizeBytes, target)
        : this.#stream(range, sizeBytes, target));
      if (measured.crc32 !== file.crc32) throw new BrokenEntry('the CRC-32 differs');
      const { offset, compressedBytes: packedBytes, method } = range;
      const packed = usedBytes === packedBytes ? { offset, packedBytes, method, ...measured } : null;
      return { name, path: target, sizeBytes, packed };
    } catch (cause) {
      const broken = cause instanceof BrokenEntry || cause instanceof WrongLength || isBrokenDeflate(cause);
      throw broken ? this.#refuse(reasons.damagedFile(name), cause) : cause;
    }
  }

  /** Reads the local header, whose name and extra field may have other lengths than in the central directory. */
  async #rangeOf({ extent, method }: DeclaredFile): Promise<EntryRange> {
    const { headerOffset, compressedBytes, endsBefore } = extent;
    const header = await readExactly(this.#file, headerOffset, LOCAL_HEADER_BYTES);
    if (header.readUInt32LE(0) !== 0x04034b50) throw new BrokenEntry('the local header has no signature');
    const offset = headerOffset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (offset + compressedBytes > endsBefore) throw this.#refuse(reasons.overlapping);
    return { offset, compressedBytes, method };
  }

  async #unpackWhole(
    { offset, compressedBytes, method }: EntryRange,
    sizeBytes: number,
    target: string,
  ): Promise<Measured> {
    const bytes = await readExactly(this.#file, offset, compressedBytes);
    const { content, deflatedBytes } =
      method === 'stored' ? { content: bytes, deflatedBytes: bytes.length } : await inflate(bytes, sizeBytes);
    if (content.length !== sizeBytes) throw new WrongLength(sizeBytes, content.length);
    await writeFile(target, content, { flag: 'wx', mode: 0o600 });
    return {
      usedBytes: deflatedBytes,
      packedCRC32: crc32(bytes),
      crc32: crc32(content),
      sha256: hash('sha256', content),
    };
  }

  async #stream(range: EntryRange, sizeBytes: number, target: string): Promise<Measured> {
    let checksum = 0;
    const sha256 = createHash('sha256');
    const packed = { crc32: 0, usedBytes: 0 };
    const source = streamContent(this.#path, range, { signal: this.#signal, packed });
    async function* counted() {
      for await (const chunk of source) {
        checksum = crc32(chunk, checksum);
        sha256.update(chunk);
        yield chunk;
      }
    }
    const file = await open(target, 'wx', 0o600);
    try {
      await writeWhole(file, counted(), sizeBytes);
    } finally {
      await file.close();
    }
    const { crc32: packedCRC32, usedBytes } = packed;
    return { usedBytes, packedCRC32, crc32: checksum, sha256: sha256.digest('hex') };
  }
}

/** `usedBytes` is how many bytes of the entry's range belong to the content. */
type Measured = Pick<PackedRange, 'packedCRC32' | 'crc32' | 'sha256'> & { usedBytes: number };

class BrokenEntry extends Error {}

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { GatheringWriter } from '../../../platform/outside/storage/write-whole.ts';
import { openScratch, type ScratchReservation } from '../../../platform/working-files/scratch.ts';
import { workingFolder } from '../../dicom-receiving/working-folder.ts';

/** The size of what arrives is known only at its end, so space is reserved in steps of this size. */
const RESERVED_STEP = 8 * 1024 ** 2;
/**
 * A file of at most `one` bytes remains in memory if the files of its source in memory have at most `all` bytes together: writing a
 * slice of a volume and reading it again takes longer than receiving it.
 */
const IN_MEMORY_BYTES = { one: 4 * 1024 ** 2, all: 32 * 1024 ** 2 };
const READ_BYTES = 256 * 1024;

/** A file that has been received. */
export interface SpooledFile {
  sizeBytes: number;
  /** Reads it from its beginning. A file that is removed meanwhile is read to its end. */
  read(signal: AbortSignal): Promise<Readable>;
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
  const memory = { usedBytes: 0 };
  return {
    path: folder.path,
    async makeFolder(name: string): Promise<string> {
      const path = join(folder.path, name);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    /** `inMemory`: a small file is not written to the disk, and can be read once. */
    spool({ inMemory }: { inMemory: boolean }): SpoolingFile {
      return new SpoolFile(inMemory ? memory : null, async () => {
        const path = join(folder.path, `received-${(count += 1)}`);
        return spoolInto(path, await open(path, 'wx', 0o600), openScratch(context));
      });
    },
    close: () => rm(folder.path, { recursive: true, force: true }),
  };
};

export type WorkingSpace = Awaited<ReturnType<typeof openWorkingSpace>>;

interface Memory {
  usedBytes: number;
}

/** Keeps a file in memory until it has become too large for it. */
class SpoolFile implements SpoolingFile {
  /** null if the file may not remain in memory */
  readonly #memory: Memory | null;
  readonly #openOnDisk: () => Promise<SpoolingFile>;
  #chunks: Uint8Array[] = [];
  #usedBytes = 0;
  #onDisk: SpoolingFile | null = null;

  constructor(memory: Memory | null, openOnDisk: () => Promise<SpoolingFile>) {
    this.#memory = memory;
    this.#openOnDisk = openOnDisk;
  }

  async add(chunk: Uint8Array): Promise<void> {
    if (!this.#onDisk && this.#memory && this.#fits(this.#memory, chunk.length)) {
      this.#chunks.push(chunk);
      this.#usedBytes += chunk.length;
      this.#memory.usedBytes += chunk.length;
      return;
    }
    this.#onDisk ??= await this.#openOnDisk();
    const earlier = this.#chunks;
    this.#free();
    for (const one of [...earlier, chunk]) await this.#onDisk.add(one);
  }

  #fits({ usedBytes }: Memory, bytes: number): boolean {
    return this.#usedBytes + bytes <= IN_MEMORY_BYTES.one && usedBytes + bytes <= IN_MEMORY_BYTES.all;
  }

  #free(): void {
    if (this.#memory) this.#memory.usedBytes -= this.#usedBytes;
    this.#usedBytes = 0;
    this.#chunks = [];
  }

  async end(): Promise<SpooledFile> {
    if (!this.#memory) this.#onDisk ??= await this.#openOnDisk();
    if (this.#onDisk) return this.#onDisk.end();
    return {
      sizeBytes: this.#usedBytes,
      read: async (signal) => addAbortSignal(signal, Readable.from(this.#chunks, { objectMode: false })),
      remove: async () => this.#free(),
    };
  }

  async abandon(): Promise<void> {
    this.#free();
    await this.#onDisk?.abandon();
  }
}

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
      const read = async (signal: AbortSignal) =>
        (await open(path, 'r')).createReadStream({ signal, highWaterMark: READ_BYTES });
      return { sizeBytes: writer.sizeBytes, read, remove };
    },
    async abandon() {
      await writer.end().catch(() => undefined);
      await file.close().catch(() => undefined);
      await remove();
    },
  };
};

/**
 * Reads a received file once; the file is removed when the stream has ended or is destroyed. A file that cannot be removed keeps its
 * reserved space, and `close` removes it with the folder.
 */
export const readOnce = async (file: SpooledFile, signal: AbortSignal): Promise<Readable> =>
  (await file.read(signal)).on('close', () => void file.remove().catch(() => undefined));

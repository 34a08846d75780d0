import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../settings/config.ts';

/** Other work of this process, or the disk, leaves too little space at present. The job should be tried again later. */
export class ScratchFull extends Error {
  override name = 'ScratchFull';
}

/** The job needs more space than the process may use at all. */
export class ScratchTooSmall extends Error {
  override name = 'ScratchTooSmall';
}

/** The part of the scratch space that one job uses. */
export interface ScratchReservation {
  /** @throws ScratchFull or ScratchTooSmall; call it before the bytes are written. */
  add(bytes: number): Promise<void>;
  /** Reports how many bytes of the reservation are on the disk now. */
  written(bytes: number): void;
  /** Call it after the files are removed. */
  release(): void;
}

/** The space on the local disk that the jobs of one process may use together for their working files. */
class ScratchSpace {
  readonly #folder: string;
  readonly #limits: Config['scratch'];
  #reservedBytes = 0;
  #writtenBytes = 0;

  constructor({ dataDir, scratch }: Pick<Config, 'dataDir' | 'scratch'>) {
    this.#folder = dataDir;
    this.#limits = scratch;
  }

  open(): ScratchReservation {
    const own = { reserved: 0, written: 0 };
    return {
      add: async (bytes) => {
        if (own.reserved + bytes > this.#limits.maxBytes)
          throw new ScratchTooSmall(`${own.reserved + bytes} bytes are more than SCRATCH_MAX`);
        await this.#assertFree(bytes);
        own.reserved += bytes;
        this.#reservedBytes += bytes;
      },
      written: (bytes) => {
        own.written += bytes;
        this.#writtenBytes += bytes;
      },
      release: () => {
        this.#reservedBytes -= own.reserved;
        this.#writtenBytes -= own.written;
        Object.assign(own, { reserved: 0, written: 0 });
      },
    };
  }

  async #assertFree(bytes: number): Promise<void> {
    if (this.#reservedBytes + bytes > this.#limits.maxBytes)
      throw new ScratchFull('other jobs use the scratch space');
    await mkdir(this.#folder, { recursive: true });
    const { bavail, bsize } = await statfs(this.#folder);
    const unwritten = Math.max(0, this.#reservedBytes - this.#writtenBytes);
    if (bavail * bsize - unwritten - bytes < this.#limits.minFreeBytes)
      throw new ScratchFull('the disk has too little free space');
  }
}

/** One space for each data folder, because all jobs of a process share the disk of the folder. */
const spaces = new Map<string, ScratchSpace>();

/**
 * Does work whose files take at most `bytes`; the caller removes them.
 * @throws ScratchFull, ScratchTooSmall
 */
export const withScratch = async <T>(
  context: { config: Config },
  bytes: number,
  work: () => Promise<T>,
): Promise<T> => {
  const reservation = openScratch(context);
  try {
    await reservation.add(bytes);
    return await work();
  } finally {
    reservation.release();
  }
};

export const openScratch = ({ config }: { config: Config }): ScratchReservation => {
  const space = spaces.get(config.dataDir) ?? new ScratchSpace(config);
  spaces.set(config.dataDir, space);
  return space.open();
};

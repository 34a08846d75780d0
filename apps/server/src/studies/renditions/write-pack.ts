import { type FileHandle, open } from 'node:fs/promises';
import { readExactly } from '../../platform/archive/zip-blocks.ts';
import type { Piece } from './tasks.ts';

/** Frames one behind the other, each behind its header: where the first header lies, and the bytes of each frame. */
export interface FramePlaces {
  at: number;
  lengths: number[];
}

/** Where a series' bytes lie in the view's one object. */
export interface StoredPlaces {
  thumbnail: { at: number; length: number } | null;
  levels: Partial<Record<'preview' | 'half' | 'full', FramePlaces>>;
}

/** Before each frame: its place in its level and the count of its bytes, as the contract promises them. */
export const FRAME_HEADER_BYTES = 8;

export const spanOf = ({ at, lengths }: FramePlaces, from: number, count: number) => {
  const sum = (some: number[]) => some.reduce((bytes, length) => bytes + FRAME_HEADER_BYTES + length, 0);
  const start = at + sum(lengths.slice(0, from));
  return { start, end: start + sum(lengths.slice(from, from + count)) };
};

/** Gathers the pieces of a run's working files into one file, in the order in which they are read. */
export class PackWriter {
  readonly #target: FileHandle;
  readonly #sources = new Map<string, FileHandle>();
  #at = 0;

  private constructor(target: FileHandle) {
    this.#target = target;
  }

  static async create(path: string): Promise<PackWriter> {
    return new PackWriter(await open(path, 'wx', 0o600));
  }

  get sizeBytes(): number {
    return this.#at;
  }

  async put(piece: Piece): Promise<{ at: number; length: number }> {
    const at = this.#at;
    await this.#write(await this.#read(piece));
    return { at, length: piece.length };
  }

  async putFrames(pieces: readonly Piece[]): Promise<FramePlaces> {
    const at = this.#at;
    for (const [place, piece] of pieces.entries()) {
      const header = Buffer.alloc(FRAME_HEADER_BYTES);
      header.writeUInt32LE(place, 0);
      header.writeUInt32LE(piece.length, 4);
      await this.#write(Buffer.concat([header, await this.#read(piece)]));
    }
    return { at, lengths: pieces.map(({ length }) => length) };
  }

  async close(): Promise<void> {
    for (const source of this.#sources.values()) await source.close();
    await this.#target.close();
  }

  async #read({ file, at, length }: Piece): Promise<Buffer> {
    let source = this.#sources.get(file);
    if (!source) this.#sources.set(file, (source = await open(file, 'r')));
    return readExactly(source, at, length);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#target.writeFile(bytes);
    this.#at += bytes.length;
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { halfResolutionBytes } from '@snimok/imaging/pictures/half-resolution';
import { readExactly } from '../../platform/zip/zip-blocks.ts';
import { openOutput } from '../../platform/parsers/take-output.ts';
import type { Piece, PosterPlanes } from './tasks.ts';
import type { VolumeLevel } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';

/**
 * The consecutive frames of a level: the offset of the first header, and the bytes of each frame without its header.
 */
interface FrameRange {
  at: number;
  lengths: number[];
  /** for each frame, the number of bytes that give half its resolution; absent if a frame has no such part */
  halfLengths?: number[];
}

/** The range of a poster, the point of the patient that its planes contain, and their sizes. */
interface StoredPoster {
  at: number;
  length: number;
  pointMm: readonly [number, number, number];
  planes: PosterPlanes;
}

/** Where the data of a series are in the file of the rendition. Stored as JSON with the rendition. */
export interface SeriesRanges {
  thumbnail: { at: number; length: number } | null;
  /** absent in renditions of earlier versions */
  poster?: StoredPoster;
  levels: Partial<Record<z.infer<typeof VolumeLevel>['level'], FrameRange>>;
}

/**
 * The header before each frame: its number in the level and its length in bytes, two little-endian uint32, as in the
 * contract.
 */
export const FRAME_HEADER_BYTES = 8;

/** The range of `count` frames from frame `from` on, headers included; `end` is exclusive. */
export const byteRangeOf = ({ at, lengths }: FrameRange, from: number, count: number) => {
  const sum = (some: number[]) => some.reduce((bytes, length) => bytes + FRAME_HEADER_BYTES + length, 0);
  const start = at + sum(lengths.slice(0, from));
  return { start, end: start + sum(lengths.slice(from, from + count)) };
};

/**
 * Copies pieces of a run's working files into the file of the rendition, in the order in which the viewer reads them.
 */
export class PackedFramesWriter {
  readonly #target: FileHandle;
  readonly #folder: string;
  readonly #sources = new Map<string, FileHandle>();
  #writtenBytes = 0;

  private constructor(target: FileHandle, folder: string) {
    this.#target = target;
    this.#folder = folder;
  }

  /** @param folder of the working files */
  static async create(path: string, folder: string): Promise<PackedFramesWriter> {
    return new PackedFramesWriter(await open(path, 'wx', 0o600), folder);
  }

  get sizeBytes(): number {
    return this.#writtenBytes;
  }

  async put(piece: Piece): Promise<{ at: number; length: number }> {
    const at = this.#writtenBytes;
    await this.#write(await this.#read(piece));
    return { at, length: piece.length };
  }

  async putFrames(pieces: readonly Piece[]): Promise<FrameRange> {
    const at = this.#writtenBytes;
    const halfLengths: number[] = [];
    for (const [number, piece] of pieces.entries()) {
      const bytes = await this.#read(piece);
      const half = halfResolutionBytes(bytes);
      if (half !== null) halfLengths.push(half);
      const header = Buffer.alloc(FRAME_HEADER_BYTES);
      header.writeUInt32LE(number, 0);
      header.writeUInt32LE(piece.length, 4);
      await this.#write(Buffer.concat([header, bytes]));
    }
    const lengths = pieces.map(({ length }) => length);
    return { at, lengths, ...(halfLengths.length === lengths.length && { halfLengths }) };
  }

  async close(): Promise<void> {
    for (const source of this.#sources.values()) await source.close();
    await this.#target.close();
  }

  async #read({ file, offset, length }: Piece): Promise<Buffer> {
    let source = this.#sources.get(file);
    if (!source) this.#sources.set(file, (source = await this.#open(file)));
    // like the name of the file, the range comes from a parser process, which is not trusted
    if (!(length <= (await source.stat()).size)) throw new Error('a piece is longer than its file');
    return readExactly(source, offset, length);
  }

  async #open(file: string): Promise<FileHandle> {
    if (dirname(file) !== this.#folder) throw new Error('a piece is not in a working file');
    return openOutput(file);
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#target.writeFile(bytes);
    this.#writtenBytes += bytes.length;
  }
}

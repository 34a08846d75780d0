import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** A file in a ZIP. */
export interface ZipFile {
  name: string;
  sizeBytes: number;
  /** the content from the beginning, in pieces of about this length */
  pieces: (pieceBytes: number) => AsyncIterable<Buffer>;
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const WIDE = 0xffffffff;
const WIDE_COUNT = 0xffff;
/** The limit of `createInflateRaw`. */
const MIN_CHUNK_BYTES = 64;

/**
 * The files of a study's ZIP (APPNOTE 4.3), also with Zip64 fields. The portal writes no comment after the end.
 * @throws Error if it is no such ZIP
 */
export const listZipFiles = async (file: FileHandle): Promise<ZipFile[]> => {
  const { size } = await file.stat();
  const { count, offset, bytes } = await findDirectory(file, size);
  const directory = await readAt(file, offset, bytes);
  const files: ZipFile[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (directory.readUInt32LE(at) !== CENTRAL) throw new Error('the ZIP directory is damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    ) as [number, number, number];
    const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
    const extraFrom = at + CENTRAL_BYTES + nameBytes;
    const extra = directory.subarray(extraFrom, extraFrom + extraBytes);
    const method = directory.readUInt16LE(at + 10);
    const [sizeBytes, packedBytes, headerAt] = wideFields(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    const member = { method, packedBytes, headerAt };
    files.push({ name, sizeBytes, pieces: (pieceBytes) => readPieces(file, member, pieceBytes) });
    at = extraFrom + extraBytes + commentBytes;
  }
  return files;
};

const findDirectory = async (file: FileHandle, size: number) => {
  const end = await readAt(file, size - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END) throw new Error('the file is no ZIP');
  const count = end.readUInt16LE(10);
  const bytes = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  if (count !== WIDE_COUNT && offset !== WIDE && bytes !== WIDE) return { count, bytes, offset };
  const locator = await readAt(file, size - END_BYTES - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR_64) throw new Error('the file is no ZIP');
  const wide = await readAt(file, Number(locator.readBigUInt64LE(8)), 56);
  if (wide.readUInt32LE(0) !== END_64) throw new Error('the file is no ZIP');
  const [wideCount, wideBytes, wideOffset] = [32, 40, 48].map((field) => Number(wide.readBigUInt64LE(field)));
  return { count: wideCount ?? 0, bytes: wideBytes ?? 0, offset: wideOffset ?? 0 };
};

/** Size, packed size and offset. Values that do not fit into 32 bits are in the Zip64 field, in this order. */
const wideFields = (extra: Buffer, fields: [number, number, number]): [number, number, number] => {
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const length = extra.readUInt16LE(at + 2);
    if (id === 1) {
      let from = at + 4;
      return fields.map((field) => {
        if (field !== WIDE) return field;
        from += 8;
        return Number(extra.readBigUInt64LE(from - 8));
      }) as [number, number, number];
    }
    at += 4 + length;
  }
  return fields;
};

interface Member {
  method: number;
  packedBytes: number;
  headerAt: number;
}

async function* readPieces(
  file: FileHandle,
  { method, packedBytes, headerAt }: Member,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  const header = await readAt(file, headerAt, LOCAL_BYTES);
  const from = headerAt + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = readRange(file, from, packedBytes, pieceBytes);
  if (method === 0) return yield* packed;
  if (method !== 8) throw new Error('an unknown compression method');
  const inflate = createInflateRaw({ chunkSize: Math.max(MIN_CHUNK_BYTES, pieceBytes) });
  // an error of one stream destroys the others, and reading `inflate` throws it
  pipeline(packed, inflate, () => undefined);
  yield* inflate as AsyncIterable<Buffer>;
}

async function* readRange(
  file: FileHandle,
  from: number,
  length: number,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes)
    yield await readAt(file, from + at, Math.min(pieceBytes, length - at));
}

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('the ZIP is too short');
    filled += bytesRead;
  }
  return bytes;
};

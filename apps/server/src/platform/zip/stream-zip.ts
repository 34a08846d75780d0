import { Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { contentOf, placeEntries, type ZippedFolder } from './join-zips.ts';
import { centralHeader, dataDescriptor, endRecords, type EntryRecord, localHeader } from './zip-format.ts';

type Content = string | Buffer;

/** A file whose size is not known before it has been written. */
export interface StreamedFile {
  name: string;
  content: Iterable<Content> | AsyncIterable<Content>;
  /**
   * Whether the content is compressed already. It is then written in stored blocks (RFC 1951 §3.2.4), which keep the
   * ZIP streamable.
   */
  isCompressed?: boolean;
}

/** A generated file, or all entries of another ZIP. */
type ZipPart = StreamedFile | ZippedFolder;

const MAX_BYTES = 0xffffffff;

/**
 * A ZIP of generated files and of the entries of other ZIPs. It is written while the files are generated and the ZIPs
 * read, so it is never in memory as a whole. A generated file must be smaller than 4 GiB, because its lengths follow it
 * without Zip64 fields, which old readers do not support.
 * @throws Error if a generated file is larger
 */
export async function* streamZip(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
  modifiedAt: Date,
): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let offset = 0;
  const counted = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for await (const part of parts) {
    if ('listEntries' in part) {
      const placed = await placeEntries(part, offset);
      for await (const bytes of contentOf(part, placed)) yield counted(bytes);
      for (const { record } of placed) central.push(centralHeader(record));
      continue;
    }
    const entry: EntryRecord = {
      name: Buffer.from(part.name),
      method: 'deflate',
      crc32: 0,
      compressedBytes: 0,
      sizeBytes: 0,
      headerOffset: offset,
      descriptor: true,
      wide: false,
      modifiedAt,
    };
    yield counted(localHeader(entry));
    for await (const bytes of deflated(part, entry)) yield counted(bytes);
    yield counted(dataDescriptor(entry));
    central.push(centralHeader(entry));
  }
  const directoryOffset = offset;
  for (const header of central) yield counted(header);
  yield endRecords(central.length, directoryOffset, offset - directoryOffset);
}

/**
 * Sets the checksum and the lengths of the entry. If the content fails, the reader gets the error; if the reader stops
 * early, the content is ended.
 */
async function* deflated(
  { content, isCompressed }: StreamedFile,
  entry: EntryRecord,
): AsyncGenerator<Buffer> {
  const source = Readable.from(measured(content, entry));
  const deflate = createDeflateRaw(isCompressed ? { level: constants.Z_NO_COMPRESSION } : {});
  source.once('error', (cause) => deflate.destroy(cause));
  try {
    for await (const bytes of source.pipe(deflate) as AsyncIterable<Buffer>) {
      entry.compressedBytes += bytes.length;
      yield bytes;
    }
  } finally {
    source.destroy();
  }
}

async function* measured(content: StreamedFile['content'], entry: EntryRecord): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    entry.sizeBytes += bytes.length;
    if (entry.sizeBytes > MAX_BYTES) throw new Error('a streamed file is larger than 4 GiB');
    entry.crc32 = crc32(bytes, entry.crc32);
    yield bytes;
  }
}

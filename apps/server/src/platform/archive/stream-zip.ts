import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { centralHeader, dataDescriptor, endRecords, type EntryRecord, localHeader } from './zip-format.ts';

/** A file whose size is not known before it has been written. */
export interface StreamedFile {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const MAX_BYTES = 0xffffffff;

/**
 * A ZIP of generated files, which is written while they are generated and never held in memory. Each file is deflated,
 * and smaller than 4 GiB, because its lengths follow it without Zip64 fields, which old readers do not support.
 * @throws Error when a file is larger
 */
export async function* streamZip(files: Iterable<StreamedFile>, modifiedAt: Date): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let offset = 0;
  const counted = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for (const { name, content } of files) {
    const entry: EntryRecord = {
      name: Buffer.from(name),
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
    for await (const bytes of deflated(content, entry)) yield counted(bytes);
    yield counted(dataDescriptor(entry));
    central.push(centralHeader(entry));
  }
  const directoryOffset = offset;
  for (const header of central) yield counted(header);
  yield endRecords(central.length, directoryOffset, offset - directoryOffset);
}

/** Sets the checksum and the lengths of the entry. An error of the content, and the end of the reader, end the other. */
async function* deflated(content: StreamedFile['content'], entry: EntryRecord): AsyncGenerator<Buffer> {
  const source = Readable.from(measured(content, entry));
  const deflate = createDeflateRaw();
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
    const bytes = Buffer.from(text);
    entry.sizeBytes += bytes.length;
    if (entry.sizeBytes > MAX_BYTES) throw new Error('a streamed file is larger than 4 GiB');
    entry.crc32 = crc32(bytes, entry.crc32);
    yield bytes;
  }
}

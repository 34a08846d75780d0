import type { Readable } from 'node:stream';
import type { ByteSpan } from '../outside/storage/storage.ts';
import { centralHeader, endRecords, type EntryRecord, localHeader, needsWide } from './zip-format.ts';
import type { ZipIndexEntry } from './zip-index.ts';

/** One folder of a joined ZIP: all entries of another ZIP. */
export interface ZippedFolder {
  /** One portable path segment, unique in the joined ZIP. Null: the entries are in no folder, and their names are unique. */
  name: string | null;
  modifiedAt: Date;
  /** Called several times, so that only the entries of one folder are in memory. Must return the same list each time. */
  listEntries: () => Promise<ZipIndexEntry[]>;
  /** Bytes of the other ZIP. */
  read: (span: ByteSpan) => Promise<Readable>;
}

interface PlacedEntry {
  entry: ZipIndexEntry;
  record: EntryRecord;
}

/** The size in bytes of what `joinZips` will yield. */
export const measureJoinedZip = async (folders: readonly ZippedFolder[]): Promise<number> => {
  let count = 0;
  let contentBytes = 0;
  let directoryBytes = 0;
  for await (const { placed } of layOut(folders)) {
    for (const { record } of placed) {
      count += 1;
      contentBytes += localHeader(record).length + record.compressedBytes;
      directoryBytes += centralHeader(record).length;
    }
  }
  return contentBytes + directoryBytes + endRecords(count, contentBytes, directoryBytes).length;
};

/**
 * One ZIP with a folder for each of several ZIPs. The compressed bytes are copied, and each ZIP is read once from its
 * beginning to its end.
 * @throws Error if a ZIP is shorter than its index
 */
export async function* joinZips(folders: readonly ZippedFolder[]): AsyncGenerator<Buffer> {
  for await (const { folder, placed } of layOut(folders)) yield* contentOf(folder, placed);
  let count = 0;
  let directoryOffset = 0;
  let directoryBytes = 0;
  for await (const { placed } of layOut(folders)) {
    const headers = Buffer.concat(placed.map(({ record }) => centralHeader(record)));
    for (const { record } of placed) directoryOffset += localHeader(record).length + record.compressedBytes;
    count += placed.length;
    directoryBytes += headers.length;
    yield headers;
  }
  yield endRecords(count, directoryOffset, directoryBytes);
}

/** The records of each folder's entries, in the order of their bytes. */
async function* layOut(folders: readonly ZippedFolder[]) {
  let headerOffset = 0;
  for (const folder of folders) {
    const placed = await placeEntries(folder, headerOffset);
    for (const { record } of placed) headerOffset += localHeader(record).length + record.compressedBytes;
    yield { folder, placed };
  }
}

/**
 * The records of one folder's entries, in the order of their bytes. `headerOffset` is the offset of the folder's first
 * header in the joined ZIP.
 */
export const placeEntries = async (folder: ZippedFolder, headerOffset: number): Promise<PlacedEntry[]> => {
  let offset = headerOffset;
  const entries = await folder.listEntries();
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .map((entry) => {
      const record = recordOf(folder, entry, offset);
      offset += localHeader(record).length + record.compressedBytes;
      return { entry, record };
    });
};

const recordOf = (folder: ZippedFolder, entry: ZipIndexEntry, headerOffset: number): EntryRecord => ({
  name: Buffer.from(folder.name === null ? entry.name : `${folder.name}/${entry.name}`),
  method: entry.method,
  crc32: entry.crc32,
  compressedBytes: entry.compressedBytes,
  sizeBytes: entry.sizeBytes,
  headerOffset,
  descriptor: false,
  wide: needsWide(Math.max(entry.sizeBytes, entry.compressedBytes)),
  modifiedAt: folder.modifiedAt,
});

/** Each entry's header and compressed bytes, cut from one sequential read of the other ZIP. */
export async function* contentOf(
  { read }: ZippedFolder,
  placed: readonly PlacedEntry[],
): AsyncGenerator<Buffer> {
  const filled = placed.filter(({ entry }) => entry.compressedBytes > 0);
  const start = filled[0]?.entry.offset ?? 0;
  const last = filled.at(-1)?.entry;
  const source = last && (await read({ start, end: last.offset + last.compressedBytes }));
  const chunks = source?.[Symbol.asyncIterator]() as AsyncIterator<Buffer> | undefined;
  let chunk: Buffer = Buffer.alloc(0);
  let position = start;
  try {
    for (const { entry, record } of placed) {
      yield localHeader(record);
      const end = entry.offset + entry.compressedBytes;
      while (entry.compressedBytes > 0 && position < end) {
        if (chunk.length === 0) chunk = await nextOf(chunks);
        // the headers of the other ZIP precede the content
        const skippedBytes = Math.min(Math.max(entry.offset - position, 0), chunk.length);
        const content = chunk.subarray(skippedBytes, end - position);
        position += skippedBytes + content.length;
        chunk = chunk.subarray(skippedBytes + content.length);
        if (content.length > 0) yield content;
      }
    }
  } finally {
    source?.destroy();
  }
}

const nextOf = async (chunks: AsyncIterator<Buffer> | undefined): Promise<Buffer> => {
  const next = await chunks?.next();
  if (!next || next.done) throw new Error('a ZIP is shorter than its index');
  return next.value;
};

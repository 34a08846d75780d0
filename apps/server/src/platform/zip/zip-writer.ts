import { createHash, hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { asStorageError } from '../outside/storage/disk-errors.ts';
import { release } from '../outside/storage/release.ts';
import { GatheringWriter } from '../outside/storage/write-whole.ts';
import { runInOrder, type Task } from './in-order.ts';
import {
  BLOCK_BYTES,
  crc32Of,
  deflateBlock,
  isWorthwhile,
  readExactly,
  samplesDeflateWell,
} from './zip-blocks.ts';
import { type PackedContent, PackedContentChanged } from './packed-content.ts';
import {
  centralHeader,
  dataDescriptor,
  type EntryRecord,
  endRecords,
  localHeader,
  nameBytes,
  needsWide,
} from './zip-format.ts';
import type { ZipIndex, ZipIndexEntry } from './zip-index.ts';

interface FileToZip {
  /** Relative, `/` only, unique in the archive. */
  name: string;
  /** Null if there is only packed content. */
  path: string | null;
  /** Copied instead of the file at `path`. */
  packed?: PackedContent | undefined;
}

interface ZipOptions {
  /** The modification date of all entries; the same files and date give the same bytes. */
  modifiedAt?: Date;
  signal?: AbortSignal;
  /** Called after each entry with the content bytes written so far. */
  onProgress?: (doneBytes: number) => void;
}

/** How many bytes, of content and compressed, the blocks in progress may have together. */
const BUDGET_BYTES = 48 * 1024 * 1024;
/** The earliest date that the ZIP format can represent. */
const FIRST_DAY = new Date('1980-01-01T00:00:00Z');

/**
 * Writes a study object: a ZIP whose files are deflated, or stored if that saves nothing, with CRC-32 and SHA-256
 * computed in the same pass. The file is synced when the promise resolves and removed when it rejects.
 */
export async function writeZip(
  path: string,
  files: Iterable<FileToZip>,
  options: ZipOptions = {},
): Promise<ZipIndex> {
  const target = await open(path, 'wx', 0o600);
  try {
    const index = await new ZipWriter(target, options).write(files);
    await target.sync();
    await target.close();
    return index;
  } catch (cause) {
    await target.close();
    await rm(path, { force: true });
    throw asStorageError(cause);
  }
}

/** Does not follow symbolic links, because a parser process may have unpacked one. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW;

/** One block of a file or of its packed content, or a whole file that is not larger than a block. */
interface Block {
  content: Buffer;
  deflated: Buffer | null;
  file: OpenFile;
  last: boolean;
}

interface OpenFile extends FileToZip {
  handle: FileHandle;
  sizeBytes: number;
  /** Computed in advance for a large stored file, because streaming readers need it in the local header, before the data. */
  crc32: number;
  /** Decided by samples before the first block of a large file; a small file is deflated and the sizes are compared. */
  method: 'deflate' | 'stored' | 'try';
}

class ZipWriter {
  readonly #writer: GatheringWriter;
  readonly #hash = createHash('sha256');
  readonly #options: ZipOptions;
  readonly #central: Buffer[] = [];
  readonly #entries: ZipIndexEntry[] = [];
  readonly #names = new Set<string>();
  #doneBytes = 0;

  constructor(target: FileHandle, options: ZipOptions) {
    this.#writer = new GatheringWriter(target);
    this.#options = options;
  }

  async write(files: Iterable<FileToZip>): Promise<ZipIndex> {
    const blocks = runInOrder(this.#tasks(files), BUDGET_BYTES);
    try {
      for await (const block of blocks) await this.#writeEntry(block, blocks);
      const directoryOffset = this.#writer.sizeBytes;
      for (const header of this.#central) await this.#append(header);
      await this.#append(
        endRecords(this.#central.length, directoryOffset, this.#writer.sizeBytes - directoryOffset),
      );
    } finally {
      await this.#writer.end();
    }
    return { entries: this.#entries, sizeBytes: this.#writer.sizeBytes, sha256: this.#hash.digest('hex') };
  }

  async *#tasks(files: Iterable<FileToZip>): AsyncGenerator<Task<Block>> {
    for (const source of files) {
      this.#options.signal?.throwIfAborted();
      if (this.#names.has(source.name)) throw new Error('two files have the same name');
      this.#names.add(source.name);
      yield* blocksOf(source);
    }
  }

  /** Writes one entry from the first block of its file; reads the following blocks from `blocks`. */
  async #writeEntry(first: Block, blocks: AsyncGenerator<Block, void>): Promise<void> {
    const entry = recordOf(first, this.#writer.sizeBytes, this.#options.modifiedAt ?? FIRST_DAY);
    await this.#append(localHeader(entry));
    const offset = this.#writer.sizeBytes;
    const sha256 = await this.#writeContent(entry, first, blocks);
    entry.compressedBytes = this.#writer.sizeBytes - offset;
    if (entry.descriptor) await this.#append(dataDescriptor(entry));
    this.#central.push(centralHeader(entry));
    const { compressedBytes, sizeBytes, method } = entry;
    this.#entries.push({
      name: first.file.name,
      offset,
      compressedBytes,
      sizeBytes,
      method,
      crc32: entry.crc32,
      sha256,
    });
    this.#doneBytes += sizeBytes;
    this.#options.onProgress?.(this.#doneBytes);
  }

  /** Returns the SHA-256 of the content. */
  async #writeContent(
    entry: EntryRecord,
    first: Block,
    blocks: AsyncGenerator<Block, void>,
  ): Promise<string> {
    const { packed } = first.file;
    if (packed) return this.#copyBlocks(packed, first, blocks);
    if (!first.last) return this.#writeBlocks(entry, first, blocks);
    const sha256 = hash('sha256', first.content);
    await this.#append(entry.method === 'deflate' ? first.deflated! : first.content);
    if (entry.method === 'deflate') release(first.content);
    return sha256;
  }

  /** Copies packed content unchanged, and checks that it is the content that was verified. */
  async #copyBlocks(
    packed: PackedContent,
    first: Block,
    blocks: AsyncGenerator<Block, void>,
  ): Promise<string> {
    let checksum = 0;
    const digest = packed.packedSHA256 === undefined ? null : createHash('sha256');
    for (let block = first; ; block = await nextOf(blocks)) {
      this.#options.signal?.throwIfAborted();
      checksum = crc32(block.content, checksum);
      digest?.update(block.content);
      await this.#append(block.content);
      if (block.last) break;
    }
    if (checksum !== packed.packedCRC32 || (digest && digest.digest('hex') !== packed.packedSHA256))
      throw new PackedContentChanged();
    return packed.sha256;
  }

  /** Writes a large file block by block. Returns its SHA-256. */
  async #writeBlocks(entry: EntryRecord, first: Block, blocks: AsyncGenerator<Block, void>): Promise<string> {
    const sha256 = createHash('sha256');
    let checksum = 0;
    for (let block = first; ; block = await nextOf(blocks)) {
      this.#options.signal?.throwIfAborted();
      sha256.update(block.content);
      checksum = crc32(block.content, checksum);
      await this.#append(block.deflated ?? block.content);
      if (block.last) break;
    }
    if (!entry.descriptor && checksum !== entry.crc32) throw new Error('the file changed while it was read');
    entry.crc32 = checksum;
    return sha256.digest('hex');
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#writer.add(bytes);
  }
}

async function nextOf(blocks: AsyncGenerator<Block, void>): Promise<Block> {
  const next = await blocks.next();
  if (next.done) throw new Error('the last block of a file is missing');
  return next.value;
}

async function* blocksOf(source: FileToZip): AsyncGenerator<Task<Block>> {
  const path = source.packed?.path ?? source.path;
  if (path === null) throw new Error('a file has no content');
  const handle = await open(path, READ);
  let unfinished = 1; // this generator and every block being read
  const done = () => (--unfinished === 0 ? handle.close() : undefined);
  try {
    const { file, offset, bytesToRead } = source.packed
      ? packedFile(source, source.packed, handle)
      : await plainFile(source, handle);
    for (let start = 0; start === 0 || start < bytesToRead; start += BLOCK_BYTES) {
      const lengthBytes = Math.min(BLOCK_BYTES, bytesToRead - start);
      const last = start + lengthBytes >= bytesToRead;
      const run = () => {
        unfinished++;
        return readBlock(file, offset + start, lengthBytes, last).finally(done);
      };
      yield { memoryBytes: (deflates(file) ? 2 : 1) * lengthBytes, run };
    }
  } finally {
    await done();
  }
}

interface FileToRead {
  file: OpenFile;
  offset: number;
  bytesToRead: number;
}

async function plainFile(source: FileToZip, handle: FileHandle): Promise<FileToRead> {
  const sizeBytes = (await handle.stat()).size;
  const large = sizeBytes > BLOCK_BYTES;
  const method = !large ? 'try' : (await samplesDeflateWell(handle, sizeBytes)) ? 'deflate' : 'stored';
  const checksum = method === 'stored' ? await crc32Of(handle, sizeBytes) : 0;
  const file: OpenFile = { ...source, handle, sizeBytes, method, crc32: checksum };
  return { file, offset: 0, bytesToRead: sizeBytes };
}

const packedFile = (source: FileToZip, packed: PackedContent, handle: FileHandle): FileToRead => {
  const { sizeBytes, crc32: checksum, method, offset, packedBytes } = packed;
  return {
    file: { ...source, handle, sizeBytes, method, crc32: checksum },
    offset,
    bytesToRead: packedBytes,
  };
};

const deflates = ({ packed, method }: OpenFile): boolean => !packed && method !== 'stored';

async function readBlock(file: OpenFile, start: number, lengthBytes: number, last: boolean): Promise<Block> {
  const content = await readExactly(file.handle, start, lengthBytes);
  return {
    content,
    deflated: deflates(file) ? await deflateBlock(content, last) : null,
    file,
    last,
  };
}

function recordOf(block: Block, headerOffset: number, modifiedAt: Date): EntryRecord {
  const { content, deflated, file, last } = block;
  const { name, sizeBytes, packed } = file;
  const shared = {
    name: nameBytes(name),
    sizeBytes,
    headerOffset,
    wide: needsWide(Math.max(sizeBytes, packed?.packedBytes ?? 0)),
    modifiedAt,
  };
  if (packed) {
    const { method, crc32: checksum, packedBytes } = packed;
    return { ...shared, method, crc32: checksum, compressedBytes: packedBytes, descriptor: false };
  }
  const smaller = deflated && isWorthwhile(deflated.length, sizeBytes) ? 'deflate' : 'stored';
  const method = file.method === 'try' ? smaller : file.method;
  return {
    ...shared,
    method,
    crc32: last ? crc32(content) : file.crc32,
    compressedBytes: method === 'deflate' && last ? deflated!.length : sizeBytes,
    descriptor: method === 'deflate' && !last,
  };
}

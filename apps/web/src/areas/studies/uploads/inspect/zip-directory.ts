/** An entry of the central directory of a ZIP (APPNOTE 4.3.12). */
export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  packedBytes: number;
  headerOffset: number;
}

const TAIL_BYTES = 22 + 0xffff;
const MAX_DIRECTORY_BYTES = 16 * 1024 ** 2;
const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const IN_ZIP64 = 0xffffffff;

const read = async (file: Blob, from: number, to: number) =>
  new DataView(await file.slice(from, to).arrayBuffer());

/**
 * The entries of the central directory; null for a broken ZIP, another file, or a directory over
 * `MAX_DIRECTORY_BYTES`.
 */
export async function readZipDirectory(file: Blob): Promise<ZipEntry[] | null> {
  const directory = await findDirectory(file);
  if (!directory || directory.bytes > MAX_DIRECTORY_BYTES) return null;
  const { offset, bytes } = directory;
  if (offset + bytes > file.size) return null;
  return listEntries(await read(file, offset, offset + bytes));
}

async function findDirectory(file: Blob): Promise<{ offset: number; bytes: number } | null> {
  const tailFrom = Math.max(0, file.size - TAIL_BYTES);
  const tail = await read(file, tailFrom, file.size);
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    const bytes = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    if (offset !== IN_ZIP64 && bytes !== IN_ZIP64) return { offset, bytes };
    const locator = at - 20;
    if (locator < 0 || tail.getUint32(locator, true) !== ZIP64_LOCATOR) return null;
    return readZip64(file, Number(tail.getBigUint64(locator + 8, true)));
  }
  return null;
}

async function readZip64(file: Blob, at: number) {
  const end = await read(file, at, at + 56);
  if (end.byteLength < 56 || end.getUint32(0, true) !== ZIP64_END) return null;
  return { offset: Number(end.getBigUint64(48, true)), bytes: Number(end.getBigUint64(40, true)) };
}

function listEntries(view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    const flags = view.getUint16(at + 8, true);
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const commentBytes = view.getUint16(at + 32, true);
    const end = at + 46 + nameBytes + extraBytes + commentBytes;
    if (end > view.byteLength) break;
    entries.push({
      name: decodeName(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes)),
      method: view.getUint16(at + 10, true),
      encrypted: (flags & 1) === 1,
      packedBytes: view.getUint32(at + 20, true),
      headerOffset: view.getUint32(at + 42, true),
    });
    at = end;
  }
  return entries;
}

/** Names are used only to skip folders and system files, so a wrong code page does no harm. */
const decodeName = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/**
 * The first uncompressed bytes of an entry; null for encryption, a rare compression method or an offset over
 * 4 GiB.
 */
export async function readEntryStart(file: Blob, entry: ZipEntry, bytes: number): Promise<Uint8Array | null> {
  const { method, encrypted, headerOffset, packedBytes } = entry;
  if (encrypted || headerOffset === IN_ZIP64 || (method !== STORED && method !== DEFLATED)) return null;
  const header = await read(file, headerOffset, headerOffset + 30);
  if (header.byteLength < 30) return null;
  const from = headerOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(from, from + Math.min(packedBytes, bytes));
  return method === STORED ? new Uint8Array(await packed.arrayBuffer()) : inflateStart(packed, bytes);
}

/** The compressed bytes are truncated, so the stream ends with an error after the last complete output. */
async function inflateStart(packed: Blob, bytes: number): Promise<Uint8Array> {
  const start = new Uint8Array(bytes);
  let filled = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    while (filled < bytes) {
      const { done, value } = await reader.read();
      if (done) break;
      const chunk = value.subarray(0, bytes - filled);
      start.set(chunk, filled);
      filled += chunk.length;
    }
    await reader.cancel();
  } catch {
    // the output before the error is enough
  }
  return start.subarray(0, filled);
}

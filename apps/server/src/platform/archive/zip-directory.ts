import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { decodeName, isClutter, safeName } from './zip-names.ts';
import { type MakeProblem, reasons } from './zip-problem.ts';
import { BoundedReader } from './zip-reader.ts';

export interface UnpackLimits {
  entries: number;
  /** Of all files together, unpacked. */
  totalBytes: number;
  /** Unpacked to packed, of the archive and of each file in it … */
  ratio: number;
  /** … that unpacks to more than this: a few kilobytes of zeros are no attack. */
  ratioFromBytes: number;
  /** Of a name in UTF-8. */
  nameBytes: number;
}

export const DEFAULT_LIMITS: UnpackLimits = {
  entries: 50_000,
  totalBytes: 20e9,
  ratio: 200,
  ratioFromBytes: 100e6,
  nameBytes: 1024,
};

/** A file that the archive promises to hold. */
export interface DeclaredFile {
  name: string;
  extent: Extent;
  sizeBytes: number;
  method: 'deflate' | 'stored';
  crc32: number;
}

export interface Extent {
  /** Of the local header. */
  headerOffset: number;
  compressedBytes: number;
  /** The next entry or the directory begins here; header and data have to end before. */
  endsBefore: number;
}

/** Local file header without name and extra field (APPNOTE §4.3.7). */
export const LOCAL_HEADER_BYTES = 30;
const FLAG_ENCRYPTED = 1;

/**
 * Reads what an archive promises and refuses it, before a byte is unpacked, when it promises too much or names files
 * that have no place in a folder. Folders, links and operating systems' clutter are left out.
 */
export async function readDirectory(
  file: FileHandle,
  limits: UnpackLimits,
  refuse: MakeProblem,
): Promise<DeclaredFile[]> {
  const { size } = await file.stat();
  const files: DeclaredFile[] = [];
  const extents: Extent[] = [];
  try {
    const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
    const zip = await fromRandomAccessReaderPromise(new BoundedReader(file, size), size, options);
    if (zip.entryCount > limits.entries) throw refuse(reasons.tooMany(limits.entries));
    const directoryOffset = Number(zip.readEntryCursor); // a number, though its type says boolean
    for await (const entry of zip.eachEntry()) {
      const extent = extentOf(entry);
      extents.push(extent);
      const name = nameOf(entry, limits, refuse);
      if (name !== null) files.push(declare(entry, name, extent, refuse));
    }
    if (!assignEnds(extents, directoryOffset)) throw refuse(reasons.overlapping);
  } catch (cause) {
    throw isAboutTheArchive(cause) ? refuse(reasonFor(cause.message), cause) : cause;
  }
  checkTotals(files, size, limits, refuse);
  checkNames(files, refuse);
  return files;
}

/** Null for what is left out. */
function nameOf(entry: Entry, limits: UnpackLimits, refuse: MakeProblem): string | null {
  const rawName = decodeName(entry);
  const verdict = safeName(rawName, limits.nameBytes);
  if (verdict === 'unsafe') throw refuse(reasons.unsafeName(rawName));
  if (verdict === 'long') throw refuse(reasons.longName(rawName));
  if (verdict === 'folder' || !isRegular(entry) || isClutter(verdict.name)) return null;
  return verdict.name;
}

function declare(entry: Entry, name: string, extent: Extent, refuse: MakeProblem): DeclaredFile {
  const { generalPurposeBitFlag, compressionMethod, uncompressedSize: sizeBytes, crc32 } = entry;
  if (generalPurposeBitFlag & FLAG_ENCRYPTED) throw refuse(reasons.encrypted);
  if (compressionMethod !== 0 && compressionMethod !== 8) throw refuse(reasons.unknownMethod(name));
  return { name, extent, sizeBytes, method: compressionMethod === 8 ? 'deflate' : 'stored', crc32 };
}

/** Unix keeps the file's type in the high half of the external attributes: links, pipes and devices are no files. */
function isRegular({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  return ![3, 19].includes(versionMadeBy >> 8) || type === 0 || type === 0o100000;
}

const extentOf = ({ relativeOffsetOfLocalHeader, compressedSize }: Entry): Extent => ({
  headerOffset: relativeOffsetOfLocalHeader,
  compressedBytes: compressedSize,
  endsBefore: 0,
});

/**
 * Says where each entry has to end. False when they cannot all have bytes of their own: bombs of the kind of
 * D. Fifield, "A better zip bomb" (WOOT 2019), let many entries share one kernel of data. The lengths of the local
 * headers' names are not known yet; whoever unpacks compares `endsBefore` once more.
 */
function assignEnds(extents: Extent[], directoryOffset: number): boolean {
  const sorted = extents.toSorted((one, other) => one.headerOffset - other.headerOffset);
  for (const [index, extent] of sorted.entries()) {
    extent.endsBefore = sorted[index + 1]?.headerOffset ?? directoryOffset;
    if (extent.headerOffset + LOCAL_HEADER_BYTES + extent.compressedBytes > extent.endsBefore) return false;
  }
  return true;
}

function checkTotals(
  files: DeclaredFile[],
  archiveBytes: number,
  limits: UnpackLimits,
  refuse: MakeProblem,
): void {
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > limits.totalBytes) throw refuse(reasons.tooLarge(limits.totalBytes));
  const tooDense = (packed: number, unpacked: number) =>
    unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio;
  const anyDense = files.some(({ extent, sizeBytes }) => tooDense(extent.compressedBytes, sizeBytes));
  if (anyDense || tooDense(archiveBytes, totalBytes)) throw refuse(reasons.tooDense);
}

/** No name twice, and none that is also a folder of another: no folder could hold both. */
function checkNames(files: DeclaredFile[], refuse: MakeProblem): void {
  const names = new Set<string>();
  for (const { name } of files) {
    if (names.has(name)) throw refuse(reasons.sameName(name));
    names.add(name);
  }
  for (const name of names) {
    for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
      const folder = name.slice(0, slash);
      if (names.has(folder)) throw refuse(reasons.sameName(folder));
    }
  }
}

/** yauzl throws plain errors, and range errors for numbers beyond a buffer; the disk's have a `syscall`. */
const isAboutTheArchive = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  (cause.constructor === Error || cause instanceof RangeError) &&
  !('syscall' in cause);

function reasonFor(yauzlMessage: string): string {
  if (/^End of central directory record signature not found|^Invalid comment length/.test(yauzlMessage)) {
    return reasons.notAZip;
  }
  if (yauzlMessage.startsWith('multi-disk')) return reasons.multiVolume;
  if (yauzlMessage.startsWith('strong encryption')) return reasons.encrypted;
  return reasons.damaged;
}

import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { decodeName, isSystemMetadata, safeName } from './zip-names.ts';
import { type MakeProblem, reasons } from './zip-problem.ts';
import { BoundedReader } from './zip-reader.ts';

export interface UnpackLimits {
  entries: number;
  /** Largest permitted size of all unpacked files together. */
  totalBytes: number;
  /** Largest permitted ratio of unpacked to packed size, for the archive and for each file in it. */
  ratio: number;
  /** The ratio is checked only above this unpacked size, because a few kilobytes of zeros are no attack. */
  ratioFromBytes: number;
  /** Largest permitted length of a file name in UTF-8. */
  nameBytes: number;
}

export const DEFAULT_LIMITS: UnpackLimits = {
  entries: 50_000,
  totalBytes: 20e9,
  ratio: 200,
  ratioFromBytes: 100e6,
  nameBytes: 1024,
};

/** A file as the central directory declares it. */
export interface DeclaredFile {
  name: string;
  extent: Extent;
  sizeBytes: number;
  method: 'deflate' | 'stored';
  crc32: number;
}

interface Extent {
  /** Offset of the local header. */
  headerOffset: number;
  compressedBytes: number;
  /** Offset of the next entry or the central directory; header and data must end at or before it. */
  endsBefore: number;
}

/** Local file header without name and extra field (APPNOTE §4.3.7). */
export const LOCAL_HEADER_BYTES = 30;
const FLAG_ENCRYPTED = 1;

/**
 * Reads the central directory and, before anything is unpacked, rejects an archive that exceeds the limits or has file
 * names that are unsafe in a folder. Skips folders, links and the operating systems' metadata files. Throws ZipProblem.
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
    if (zip.entryCount > limits.entries)
      throw refuse(reasons.tooMany(limits.entries), undefined, { exceedsLimits: true });
    const directoryOffset = Number(zip.readEntryCursor); // a number, although yauzl declares it as a boolean
    for await (const entry of zip.eachEntry()) {
      const extent = extentOf(entry);
      extents.push(extent);
      const name = nameOf(entry, limits, refuse);
      if (name !== null) files.push(declaredFile(entry, name, extent, refuse));
    }
    if (!assignEnds(extents, directoryOffset)) throw refuse(reasons.overlapping);
  } catch (cause) {
    throw isAboutTheArchive(cause) ? refuse(reasonFor(cause.message), cause) : cause;
  }
  checkTotals(files, size, limits, refuse);
  checkNames(files, refuse);
  return files;
}

/** Null for an entry that is skipped. */
function nameOf(entry: Entry, limits: UnpackLimits, refuse: MakeProblem): string | null {
  const rawName = decodeName(entry);
  const verdict = safeName(rawName, limits.nameBytes);
  if (verdict === 'unsafe') throw refuse(reasons.unsafeName(rawName));
  if (verdict === 'long') throw refuse(reasons.longName(rawName));
  if (verdict === 'folder' || !isRegular(entry) || isSystemMetadata(verdict.name)) return null;
  return verdict.name;
}

function declaredFile(entry: Entry, name: string, extent: Extent, refuse: MakeProblem): DeclaredFile {
  const { generalPurposeBitFlag, compressionMethod, uncompressedSize: sizeBytes, crc32 } = entry;
  if (generalPurposeBitFlag & FLAG_ENCRYPTED) throw refuse(reasons.encrypted);
  if (compressionMethod !== 0 && compressionMethod !== 8) throw refuse(reasons.unknownMethod(name));
  return { name, extent, sizeBytes, method: compressionMethod === 8 ? 'deflate' : 'stored', crc32 };
}

/** False for links, pipes and devices: Unix and macOS store the type in the high half of the external attributes. */
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
 * Sets `endsBefore` of each entry. Returns false if entries overlap: in the bombs of D. Fifield, "A better zip bomb"
 * (WOOT 2019), many entries share one kernel of data. The lengths of the local headers' variable fields are not known
 * here, so the unpacker checks `endsBefore` again.
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
  if (totalBytes > limits.totalBytes)
    throw refuse(reasons.tooLarge(limits.totalBytes), undefined, { exceedsLimits: true });
  const tooDense = (packed: number, unpacked: number) =>
    unpacked > limits.ratioFromBytes && unpacked > packed * limits.ratio;
  const anyDense = files.some(({ extent, sizeBytes }) => tooDense(extent.compressedBytes, sizeBytes));
  if (anyDense || tooDense(archiveBytes, totalBytes))
    throw refuse(reasons.tooDense, undefined, { exceedsLimits: true });
}

/** Rejects a name that occurs twice or is also the folder of another file, since a folder cannot hold both. */
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

/** yauzl throws plain errors, and range errors for offsets beyond a buffer; errors of the disk have a `syscall`. */
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

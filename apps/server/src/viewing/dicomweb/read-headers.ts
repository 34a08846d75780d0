import { appendFile, open } from 'node:fs/promises';
import zlib from 'node:zlib';
import { type JsonDataSet, jsonModel } from '@snimok/imaging/dicom/json-model';
import { DicomProblem } from '@snimok/imaging/dicom/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';

/** Where the bytes of an entry lie in its study object. */
export interface EntryLocation {
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

export interface HeadersRequest {
  /** the local file of the study object */
  path: string;
  entries: EntryLocation[];
  /** the file to write: one JSON line with an `InstanceHeader` for each DICOM file */
  out: string;
}

/** The header of one DICOM file. Stored as JSON beside the object, so field names must not change. */
export interface InstanceHeader {
  /** index of the file in the object index */
  entry: number;
  sopInstanceUID: string;
  seriesInstanceUID: string;
  transferSyntaxUID: string;
  instanceNumber: number | null;
  numberOfFrames: number;
  hasPixels: boolean;
  metadata: JsonDataSet;
}

/**
 * Growing prefixes of a file to try. Headers take some kilobytes, those of enhanced multi-frame objects some hundreds,
 * so most files need the first size only.
 */
const PREFIX_SIZES_BYTES = [64 * 1024, 1024 ** 2, 64 * 1024 ** 2];
const MAX_INFLATED_BYTES = 256 * 1024 ** 2;

/**
 * Reads the headers of all DICOM files of an object. Other files and unreadable ones are left out.
 * @returns the number of headers written
 */
export const readHeaders = async ({ path, entries, out }: HeadersRequest): Promise<number> => {
  const object = await open(path, 'r');
  let count = 0;
  try {
    for (const [entry, location] of entries.entries()) {
      const header = await readHeader(object, entry, location);
      if (!header) continue;
      await appendFile(out, `${JSON.stringify(header)}\n`);
      count += 1;
    }
  } finally {
    await object.close();
  }
  return count;
};

type Handle = Awaited<ReturnType<typeof open>>;

const readHeader = async (
  object: Handle,
  entry: number,
  location: EntryLocation,
): Promise<InstanceHeader | null> => {
  for (const prefixBytes of PREFIX_SIZES_BYTES) {
    const readBytes = Math.min(prefixBytes, location.compressedBytes);
    const isWhole = readBytes === location.compressedBytes;
    const { buffer } = await object.read(Buffer.alloc(readBytes), 0, readBytes, location.offset);
    const bytes = location.method === 'stored' ? buffer : inflatePrefix(buffer);
    if (!bytes || !isDicom(bytes)) return null;
    try {
      const header = headerOf(entry, bytes);
      // pixel data is the last element that matters: once it begins, the header is complete
      if (header.hasPixels || isWhole) return header.sopInstanceUID ? header : null;
    } catch (cause) {
      if (!(cause instanceof DicomProblem)) throw cause;
      if (isWhole) return null;
    }
  }
  return null;
};

/** The bytes that a prefix of a deflate stream decompresses to; null when it is not a deflate stream. */
const inflatePrefix = (deflated: Buffer): Buffer | null => {
  try {
    return zlib.inflateRawSync(deflated, {
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_INFLATED_BYTES,
    });
  } catch {
    return null;
  }
};

const headerOf = (entry: number, bytes: Buffer): InstanceHeader => {
  const file = readDicom(bytes);
  return {
    entry,
    sopInstanceUID: file.sopInstanceUID ?? '',
    seriesInstanceUID: file.seriesInstanceUID ?? '',
    transferSyntaxUID: file.transferSyntaxUID,
    instanceNumber: file.instanceNumber,
    numberOfFrames: file.numberOfFrames,
    hasPixels: file.hasPixelData,
    metadata: jsonModel(bytes, { pixelsAt: null }),
  };
};

import { appendFile, open } from 'node:fs/promises';
import zlib from 'node:zlib';
import { type JsonDataSet, jsonModel } from '@snimok/imaging/dicom/json-model';
import { DicomProblem } from '@snimok/imaging/dicom/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';

/** A file inside a study's object. */
export interface EntryLocation {
  offset: number;
  compressedBytes: number;
  sizeBytes: number;
  method: 'deflate' | 'stored';
}

export interface HeadersRequest {
  /** the object */
  path: string;
  entries: EntryLocation[];
  /** receives a line of JSON for every DICOM file among them: `InstanceHeader` */
  out: string;
}

/** What a file of a study says about itself. */
export interface InstanceHeader {
  /** its place in the index of the object */
  entry: number;
  sopInstanceUID: string;
  seriesInstanceUID: string;
  transferSyntaxUID: string;
  instanceNumber: number | null;
  numberOfFrames: number;
  hasPixels: boolean;
  metadata: JsonDataSet;
}

/** Headers are some kilobytes, of enhanced objects some hundreds: most files need the first step alone. */
const PREFIX_SIZES_BYTES = [64 * 1024, 1024 ** 2, 64 * 1024 ** 2];
const MAX_INFLATED_BYTES = 256 * 1024 ** 2;

/** Reads the beginning of every file; those that are no DICOM, or cannot be read, are left out. */
export const readHeaders = async ({ path, entries: places, out }: HeadersRequest): Promise<number> => {
  const object = await open(path, 'r');
  let count = 0;
  try {
    for (const [entry, place] of places.entries()) {
      const header = await readHeader(object, entry, place);
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
  for (const step of PREFIX_SIZES_BYTES) {
    const readBytes = Math.min(step, location.compressedBytes);
    const isWhole = readBytes === location.compressedBytes;
    const { buffer } = await object.read(Buffer.alloc(readBytes), 0, readBytes, location.offset);
    const bytes = location.method === 'stored' ? buffer : inflatePrefix(buffer);
    if (!bytes || !isDicom(bytes)) return null;
    try {
      const header = headerOf(entry, bytes);
      // pixels come last: where they begin, everything before them has been read
      if (header.hasPixels || isWhole) return header.sopInstanceUID ? header : null;
    } catch (cause) {
      if (!(cause instanceof DicomProblem)) throw cause;
      if (isWhole) return null;
    }
  }
  return null;
};

/** As much as the bytes at hand give; null when they are no deflate. */
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

import { readFile, writeFile } from 'node:fs/promises';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { bulkDataOf } from '@snimok/imaging/dicom/elements/json-model';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';

export interface FrameRequest {
  path: string;
  /** counted from 0 */
  frame: number;
  /** the file to write */
  out: string;
}

/** Clients request the frames of one file one after another, so the last file stays in memory. */
let last: { path: string; bytes: Buffer; file: DicomFile } | null = null;

/**
 * Writes the pixels of a frame, encoded as Explicit VR Little Endian (PS3.5, 8.1.1): words of 8, 16 or 32 bits; one-bit masks
 * are packed, eight pixels a byte.
 */
export const readFrame = async ({ path, frame, out }: FrameRequest): Promise<void> => {
  if (last?.path !== path) {
    const bytes = await readFile(path);
    last = { path, bytes, file: readDicom(bytes) };
  }
  const { values } = await decodeFrame(last.bytes, last.file, frame);
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  await writeFile(out, last.file.bitsAllocated === 1 ? packBits(bytes) : bytes, { flag: 'wx', mode: 0o600 });
};

export interface BulkDataRequest {
  path: string;
  /** the tag of an element of the top level */
  tag: number;
  /** the file to write */
  out: string;
}

/** Writes the value of an element. @throws if the file has none that can be written */
export const readBulkData = async ({ path, tag, out }: BulkDataRequest): Promise<void> => {
  const value = bulkDataOf(await readFile(path), tag);
  if (!value) throw new DicomProblem('damaged-header', 'the file has no such element');
  await writeFile(out, value, { flag: 'wx', mode: 0o600 });
};

/** The lowest bit of a byte is the first pixel (PS3.5, D.2). */
const packBits = (bits: Uint8Array): Uint8Array => {
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) packed[at >> 3] = packed[at >> 3]! | (bit << (at & 7));
  return packed;
};

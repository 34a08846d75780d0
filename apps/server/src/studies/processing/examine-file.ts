import { open } from 'node:fs/promises';
import { DicomProblem } from '@snimok/imaging/dicom/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import type { FileFacts } from './facts.ts';

/** A larger file's header is read from its beginning; its pixels are only needed for the picture. */
export const READ_WHOLE_BYTES = 1024 ** 3;
const HEAD_BYTES = 64 * 1024 ** 2;
/** More pixels than any X-ray detector has; a picture that claims more is a bomb. */
export const MAX_PIXELS = 120_000_000;

export const readHead = async (path: string, sizeBytes: number): Promise<Buffer> => {
  const length = sizeBytes <= READ_WHOLE_BYTES ? sizeBytes : HEAD_BYTES;
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const { bytesRead } = await file.read(bytes, at, length - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
};

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, i) => bytes[i] === byte);

/** DICM behind the preamble, which may be a TIFF's beginning, so that old programs show the file too (PS3.10, 7.1). */
const hasDicomMark = (bytes: Uint8Array) => startsWith(bytes.subarray(128), 0x44, 0x49, 0x43, 0x4d);

/** By content, never by name: JPEG, PNG, TIFF (both byte orders). */
export const looksLikeImage = (bytes: Uint8Array) =>
  !hasDicomMark(bytes) &&
  (startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) ||
    startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a));

export const examine = async (path: string, sizeBytes: number): Promise<FileFacts> => {
  const bytes = await readHead(path, sizeBytes);
  if (looksLikeImage(bytes)) return examineImage(path);
  if (!isDicom(bytes)) return { kind: 'other' };
  try {
    return { kind: 'dicom', dicom: readDicom(bytes) };
  } catch (cause) {
    if (cause instanceof DicomProblem) return { kind: 'broken', reason: cause.message };
    throw cause;
  }
};

const examineImage = async (path: string): Promise<FileFacts> => {
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata();
    if (width * height > MAX_PIXELS) return { kind: 'broken', reason: `${width}×${height} pixels` };
    return { kind: 'image', width, height };
  } catch (cause) {
    return { kind: 'broken', reason: cause instanceof Error ? cause.message : 'unreadable image' };
  }
};

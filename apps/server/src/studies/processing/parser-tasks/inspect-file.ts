import { open } from 'node:fs/promises';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import { readExifDate } from '@snimok/imaging/pictures/exif-date';
import { isImage } from '@snimok/imaging/pictures/signature';
import { vendorOf } from '@snimok/imaging/vendors/vendor-folders';
import { type Flag, flagsOf } from './content-flags.ts';
import type { FileFacts } from './collected-file.ts';

/** A larger file is read only up to HEAD_BYTES, which contain the header; its pixels are read only for the picture. */
export const READ_WHOLE_BYTES = 1024 ** 3;
const HEAD_BYTES = 64 * 1024 ** 2;
const FLAG_BYTES = 1024 ** 2;
/** More pixels than any X-ray detector has; an image that declares more is treated as a decompression bomb. */
export const MAX_PIXELS = 120_000_000;
/**
 * The largest side of a JPEG (ITU-T T.81, B.2.2) and of a DICOM image (PS3.3, C.7.6.3). libvips keeps many rows of an image
 * at once: a PNG of 2,000,000 × 32 pixels takes 580 MB.
 */
export const MAX_SIDE = 65_535;

/** The flags depend on the name too; without a name there are none. */
export const inspectFile = async ({
  path,
  sizeBytes,
  name,
}: {
  path: string;
  sizeBytes: number;
  name?: string;
}): Promise<{ facts: FileFacts; flags: Flag[] }> => {
  const head = await readHead(path, sizeBytes <= READ_WHOLE_BYTES ? sizeBytes : HEAD_BYTES);
  const flags = name === undefined ? [] : flagsOf(name, head);
  return { facts: await inspectContent(head, path, name), flags };
};

export const flagFile = async ({ path, name }: { path: string; name: string }): Promise<Flag[]> =>
  flagsOf(name, await readHead(path, FLAG_BYTES));

/**
 * Recognises an image by its content, never by its name. `bytes` are the file or its beginning.
 * @param image what sharp opens if the file is an image: the path, or all bytes
 * @param name by which the program of another vendor is recognised
 */
export const inspectContent = async (
  bytes: Buffer,
  image: string | Buffer,
  name = '',
): Promise<FileFacts> => {
  if (isImage(bytes)) return inspectImage(image);
  if (!isDicom(bytes)) {
    const vendor = vendorOf(name, bytes);
    return vendor ? { kind: 'other', vendor } : { kind: 'other' };
  }
  try {
    return { kind: 'dicom', dicom: readDicom(bytes) };
  } catch (cause) {
    if (cause instanceof DicomProblem) return { kind: 'broken', reason: cause.message };
    throw cause;
  }
};

const readHead = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
};

const inspectImage = async (image: string | Buffer): Promise<FileFacts> => {
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, exif } = await sharp(image, { limitInputPixels: MAX_PIXELS }).metadata();
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
      return { kind: 'broken', reason: `${width}×${height} pixels` };
    const taken = exif && readExifDate(exif);
    return { kind: 'image', width, height, ...(taken && { taken }) };
  } catch (cause) {
    return { kind: 'broken', reason: cause instanceof Error ? cause.message : 'unreadable image' };
  }
};

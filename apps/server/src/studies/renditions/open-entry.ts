import { open } from 'node:fs/promises';
import { DicomProblem } from '@snimok/imaging/dicom/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import sharp from 'sharp';
import { readExactly } from '../../platform/archive/zip-blocks.ts';
import { inflateWhole } from '../../platform/archive/zip-content.ts';
import { looksLikeImage, MAX_PIXELS, READ_WHOLE_BYTES } from '../processing/examine-file.ts';
import type { Entry, Opened } from './tasks.ts';

export interface OpenEntry {
  bytes: Buffer;
  opened: Opened;
}

let last: { entry: Entry; content: OpenEntry } | null = null;

/** A file of the study, unpacked and looked at. The last one is kept: its frames are asked for one after the other. */
export const openEntry = async (entry: Entry): Promise<OpenEntry> => {
  if (last?.entry.path === entry.path && last.entry.offset === entry.offset) return last.content;
  last = null;
  const content = await readEntry(entry);
  last = { entry, content };
  return content;
};

const readEntry = async ({ path, offset, compressedBytes, sizeBytes, method }: Entry): Promise<OpenEntry> => {
  if (sizeBytes > READ_WHOLE_BYTES) {
    return { bytes: Buffer.alloc(0), opened: { kind: 'broken', reason: 'too large to be read whole' } };
  }
  const file = await open(path, 'r');
  try {
    const packed = await readExactly(file, offset, compressedBytes);
    const bytes = method === 'stored' ? packed : await inflateWhole(packed, sizeBytes);
    return { bytes, opened: await look(bytes) };
  } finally {
    await file.close();
  }
};

const look = async (bytes: Buffer): Promise<Opened> => {
  if (looksLikeImage(bytes)) return lookAtImage(bytes);
  if (!isDicom(bytes)) return { kind: 'other' };
  try {
    return { kind: 'dicom', dicom: readDicom(bytes) };
  } catch (cause) {
    if (cause instanceof DicomProblem) return { kind: 'broken', reason: cause.message };
    throw cause;
  }
};

const lookAtImage = async (bytes: Buffer): Promise<Opened> => {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    return { kind: 'image', width, height };
  } catch (cause) {
    return { kind: 'broken', reason: cause instanceof Error ? cause.message : 'unreadable image' };
  }
};

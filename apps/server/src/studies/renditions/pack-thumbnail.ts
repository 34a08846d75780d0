import { pictureOf } from '@snimok/imaging/pictures/picture';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../processing/parser-tasks/inspect-file.ts';
import { openEntry } from './open-entry.ts';
import type { Entry } from './tasks.ts';

const LONGEST_SIDE = 256;

/** A small WebP of one frame: of DICOM with its window applied, of an image with its orientation. */
export const packThumbnail = async ({
  entry,
  frame,
}: {
  entry: Entry;
  frame: number;
}): Promise<Uint8Array> => {
  const { bytes, facts } = await openEntry(entry);
  if (facts.kind !== 'dicom') {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#000' });
    return webpOf(image.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside' }));
  }
  const { width, height, channels, pixels, pixelAspect } = await pictureOf(bytes, facts.dicom, frame);
  // the thumbnail has square pixels; without this, frames with other pixels would be distorted
  const squareHeight = height * pixelAspect;
  const scale = LONGEST_SIDE / Math.max(width, squareHeight);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.min(LONGEST_SIDE, Math.round(squareHeight * scale))),
  };
  return webpOf(sharp(pixels, { raw: { width, height, channels } }).resize({ ...size, fit: 'fill' }));
};

const webpOf = (picture: Sharp) => picture.webp({ quality: 78 }).toBuffer();

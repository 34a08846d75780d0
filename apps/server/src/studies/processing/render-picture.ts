import { readFile, writeFile } from 'node:fs/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from './inspect-file.ts';
import type { PictureSize, PictureRequest } from './parser-tasks.ts';

/** Longest side in pixels: as large as any screen shows at once; as large as a card on a dense screen. */
export const FULL = 4096;
export const CARD = 960;

/** Writes both JPEGs of one picture. Errors are the decoder's own. */
export const renderPicture = async ({
  path,
  frame,
  full,
  card,
}: PictureRequest): Promise<{ full: PictureSize; card: PictureSize }> => {
  const picture = frame === null ? plainImage(path) : await dicomImage(path, frame);
  return {
    full: await writeJpeg(picture.clone(), FULL, 90, full),
    card: await writeJpeg(picture, CARD, 82, card),
  };
};

/** Turned as its camera held it; what is transparent becomes black, as film is. */
const plainImage = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#000' });

const dicomImage = async (path: string, frame: number): Promise<Sharp> => {
  const bytes = await readFile(path);
  const { width, height, channels, pixels, pixelAspect } = await pictureOf(bytes, readDicom(bytes), frame);
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const shown = Math.max(1, Math.round(height * pixelAspect));
  // pixels that are not square are stretched here, or every circle would be an egg
  if (shown === height || shown * width > MAX_PIXELS) return picture;
  const stretched = await picture
    .resize({ width, height: shown, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(stretched.data, { raw: { width, height: shown, channels: stretched.info.channels } });
};

export const writeJpeg = async (picture: Sharp, longestSide: number, quality: number, path: string) => {
  const { data, info } = await picture
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: false })
    .toBuffer({ resolveWithObject: true });
  // not by sharp, whose words would not say that it is the disk that failed
  await writeFile(path, data);
  return { width: info.width, height: info.height };
};

import { readFile, writeFile } from 'node:fs/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS, MAX_SIDE } from './inspect-file.ts';
import type { PictureRequest, PictureSize, PreviewRequest } from './picture-task.ts';

/** Longest sides in pixels. FULL is wider than a 4K screen (3840); CARD is a card on a screen of double density. */
export const FULL = 4096;
export const CARD = 960;
/** The picture beside a progress bar, on a screen of double density; about 20 kB. */
const PREVIEW = 480;

/**
 * Writes a picture as two JPEGs.
 * @throws the error of the decoder, or an error of writing the files
 */
export const renderPicture = async ({
  path,
  frame,
  full,
  card,
}: PictureRequest): Promise<{ full: PictureSize; card: PictureSize }> => {
  const picture = await openImage(path, frame);
  return {
    full: await writeJpeg(picture.clone(), FULL, 90, full),
    card: await writeJpeg(picture, CARD, 82, card),
  };
};

/** Writes a picture as one small JPEG. Throws like `renderPicture`. */
export const renderPreview = async ({ path, frame, into }: PreviewRequest): Promise<PictureSize> =>
  writeJpeg(await openImage(path, frame), PREVIEW, 80, into);

const openImage = (path: string, frame: number | null): Promise<Sharp> | Sharp =>
  frame === null ? plainImage(path) : dicomImage(path, frame);

/** Rotated by its EXIF orientation; transparency becomes black, the background of radiographs. */
const plainImage = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#000' });

const dicomImage = async (path: string, frame: number): Promise<Sharp> => {
  const bytes = await readFile(path);
  const { width, height, channels, pixels, pixelAspect } = await pictureOf(bytes, readDicom(bytes), frame);
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const squareHeight = Math.max(1, Math.round(height * pixelAspect));
  // a JPEG has square pixels; without this, frames with other pixels would be distorted
  if (squareHeight === height || squareHeight > MAX_SIDE || squareHeight * width > MAX_PIXELS) return picture;
  const stretched = await picture
    .resize({ width, height: squareHeight, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(stretched.data, {
    raw: { width, height: squareHeight, channels: stretched.info.channels },
  });
};

export const writeJpeg = async (picture: Sharp, longestSide: number, quality: number, path: string) => {
  const { data, info } = await picture
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: false })
    .toBuffer({ resolveWithObject: true });
  // not written by sharp, whose errors do not show that the disk caused them
  await writeFile(path, data);
  return { width: info.width, height: info.height };
};

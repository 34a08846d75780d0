import { writeFile } from 'node:fs/promises';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { firstWindow, pictureOf } from '@snimok/imaging/pictures/picture';
import type { Window } from '@snimok/imaging/pictures/window';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../processing/parser-tasks/inspect-file.ts';
import { openEntry } from '../renditions/open-entry.ts';
import type { DiscTask } from './tasks.ts';

/** With this quality, a slice has about 40 kB. */
const JPEG_QUALITY = 82;

/** The initial window of a grey frame; null if the frame is in colour, prepared for display, or mapped by a table. */
export const windowOf = async ({
  entry,
  frame,
}: Extract<DiscTask, { task: 'window' }>): Promise<Window | null> => {
  const { bytes, facts } = await openEntry(entry);
  if (facts.kind !== 'dicom') return null;
  const { dicom } = facts;
  const isGrey = dicom.photometricInterpretation?.startsWith('MONOCHROME') ?? false;
  if (!isGrey || dicom.samplesPerPixel !== 1 || dicom.encoding.voiLut) return null;
  const decoded = await decodeFrame(bytes, dicom, frame);
  return firstWindow(decoded, dicom, modalityValues(bytes, dicom, decoded)).window;
};

/** Writes one frame as a JPEG with square pixels. */
export const drawPicture = async ({
  entry,
  frame,
  window,
  longestSide,
  out,
}: Extract<DiscTask, { task: 'picture' }>): Promise<{ width: number; height: number }> => {
  const { bytes, facts } = await openEntry(entry);
  const picture =
    facts.kind === 'dicom'
      ? await squarePicture(bytes, facts.dicom, frame, window)
      : sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#000' });
  const { data, info } = await picture
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer({ resolveWithObject: true });
  await writeFile(out, data, { flag: 'wx', mode: 0o600 });
  return { width: info.width, height: info.height };
};

const squarePicture = async (
  ...[bytes, dicom, frame, window]: Parameters<typeof pictureOf>
): Promise<Sharp> => {
  const { width, height, channels, pixels, pixelAspect } = await pictureOf(bytes, dicom, frame, window);
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const squareHeight = Math.max(1, Math.round(height * pixelAspect));
  if (squareHeight === height) return picture;
  const stretched = await picture.resize({ width, height: squareHeight, fit: 'fill' }).raw().toBuffer();
  return sharp(stretched, { raw: { width, height: squareHeight, channels } });
};

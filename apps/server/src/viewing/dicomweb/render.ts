import { readFile, writeFile } from 'node:fs/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import type { Window } from '@snimok/imaging/pictures/window';
import sharp from 'sharp';

export interface RenderRequest {
  path: string;
  /** counted from 0 */
  frame: number;
  window: Window | null;
  /** the largest size in pixels; the aspect ratio is kept */
  viewport: { width: number; height: number } | null;
  /** JPEG quality, 1 to 100 */
  quality: number;
  /** the file to write */
  out: string;
}

/** Renders a frame for display as JPEG (PS3.18, 8.7.4). Non-square pixels are resampled to square ones. */
export const renderFrame = async (request: RenderRequest): Promise<void> =>
  writeFile(request.out, await jpegOf(request), { flag: 'wx', mode: 0o600 });

const jpegOf = async (request: RenderRequest): Promise<Uint8Array> => {
  const bytes = await readFile(request.path);
  const picture = await pictureOf(bytes, readDicom(bytes), request.frame, request.window);
  const { width, height, channels, pixels, pixelAspect } = picture;
  const squareHeight = Math.max(1, Math.round(height * pixelAspect));
  const square = sharp(pixels, { raw: { width, height, channels } }).resize({
    width,
    height: squareHeight,
    fit: 'fill',
  });
  if (!request.viewport) return square.jpeg({ quality: request.quality }).toBuffer();
  const { data, info } = await square.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize({ ...request.viewport, fit: 'inside' })
    .jpeg({ quality: request.quality })
    .toBuffer();
};

import { readFile, writeFile } from 'node:fs/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import type { Window } from '@snimok/imaging/pictures/window';
import sharp, { type Sharp } from 'sharp';
import type { RenderedType } from '../requests/media-types.ts';

export interface RenderRequest {
  path: string;
  /** counted from 0 */
  frame: number;
  window: Window | null;
  /** the largest size in pixels; the aspect ratio is kept */
  viewport: { width: number; height: number } | null;
  mediaType: RenderedType;
  /** the quality of a JPEG, 1 to 100; PNG is lossless */
  quality: number;
  /** the file to write */
  out: string;
}

/** Renders a frame for display as JPEG or PNG (PS3.18, 8.7.4). Non-square pixels are resampled to square ones. */
export const renderFrame = async (request: RenderRequest): Promise<void> =>
  writeFile(request.out, await pictureFileOf(request), { flag: 'wx', mode: 0o600 });

const pictureFileOf = async (request: RenderRequest): Promise<Uint8Array> => {
  const bytes = await readFile(request.path);
  const picture = await pictureOf(bytes, readDicom(bytes), request.frame, request.window);
  const { width, height, channels, pixels, pixelAspect } = picture;
  const squareHeight = Math.max(1, Math.round(height * pixelAspect));
  const square = sharp(pixels, { raw: { width, height, channels } }).resize({
    width,
    height: squareHeight,
    fit: 'fill',
  });
  if (!request.viewport) return encoded(square, request);
  const { data, info } = await square.raw().toBuffer({ resolveWithObject: true });
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return encoded(whole.resize({ ...request.viewport, fit: 'inside' }), request);
};

const encoded = (picture: Sharp, { mediaType, quality }: RenderRequest): Promise<Uint8Array> =>
  (mediaType === 'image/png' ? picture.png() : picture.jpeg({ quality })).toBuffer();

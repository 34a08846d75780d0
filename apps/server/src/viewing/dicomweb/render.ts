import { readFile } from 'node:fs/promises';
import { readDicom } from '@snimok/imaging/dicom/read';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import type { Window } from '@snimok/imaging/pictures/window';
import sharp from 'sharp';

export interface RenderRequest {
  path: string;
  /** counted from 0 */
  frame: number;
  window: Window | null;
  /** in pixels; the picture is made to fit into it */
  viewport: { width: number; height: number } | null;
  /** of the JPEG, 1 to 100 */
  quality: number;
}

/** A frame as a person is used to see it (PS3.18, 8.7.4), JPEG; pixels that are not square are made so. */
export const renderFrame = async (wish: RenderRequest): Promise<Uint8Array> => {
  const bytes = await readFile(wish.path);
  const picture = await pictureOf(bytes, readDicom(bytes), wish.frame, wish.window);
  const { width, height, channels, pixels, pixelAspect } = picture;
  const shown = Math.max(1, Math.round(height * pixelAspect));
  const upright = sharp(pixels, { raw: { width, height, channels } }).resize({
    width,
    height: shown,
    fit: 'fill',
  });
  if (!wish.viewport) return upright.jpeg({ quality: wish.quality }).toBuffer();
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize({ ...wish.viewport, fit: 'inside' })
    .jpeg({ quality: wish.quality })
    .toBuffer();
};

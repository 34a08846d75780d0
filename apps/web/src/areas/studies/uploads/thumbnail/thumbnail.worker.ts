import { pictureOfFrame } from '@snimok/imaging/pictures/one-frame';
import { jpegHeader } from '@snimok/imaging/dicom/codecs/codestream';
import type { Sample } from '../inspect/inspect-files.ts';

/* Worker that makes one thumbnail. If a file breaks it, the page ends the worker and is not affected. */

/** Twice the size on the screen. */
const MAX_SIDE = 160;
const MAX_PICTURE_BYTES = 48 * 1024 * 1024;
const MAX_PIXELS = 64_000_000;
const START_BYTES = 256 * 1024;

async function thumbnailOf({ file, isDicom, frame }: Sample): Promise<ImageBitmap> {
  if (!isDicom) return shrunk(file, await sizeOfPicture(file));
  const { width, height, pixelAspect, channels, pixels } = await pictureOfFrame(
    { size: file.size, read: (from, to) => bytesOf(file, from, to) },
    frame,
  );
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      rgba[pixel * 4 + channel] = pixels[channels === 3 ? pixel * 3 + channel : pixel]!;
  return shrunk(new ImageData(rgba, width, height), { width, height: height * pixelAspect });
}

function shrunk(image: Blob | ImageData, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return createImageBitmap(image, {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'medium',
  });
}

/** Checked before the browser decodes the picture, because it allocates memory for all pixels. */
async function sizeOfPicture(file: Blob) {
  const start = await bytesOf(file, 0, START_BYTES);
  const view = new DataView(start.buffer);
  // the first chunk of a PNG (ISO/IEC 15948, 11.2.1)
  const isPNG = view.getUint32(0) === 0x89504e47;
  const jpeg = isPNG ? null : jpegHeader(start);
  const width = jpeg ? jpeg.columns : view.getUint32(16);
  const height = jpeg ? jpeg.rows : view.getUint32(20);
  if (width * height > MAX_PIXELS || file.size > MAX_PICTURE_BYTES)
    throw new Error('the picture is too large');
  return { width, height };
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

self.addEventListener('message', async ({ data }: MessageEvent<Sample>) => {
  try {
    const bitmap = await thumbnailOf(data);
    self.postMessage(bitmap, { transfer: [bitmap] });
  } catch {
    // the page shows an icon
    self.postMessage(null);
  }
});

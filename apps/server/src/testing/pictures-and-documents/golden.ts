import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const folder = join(import.meta.dirname, 'golden');

/**
 * The difference of an image from a reviewed reference image, in grey levels: the mean, and the 99th percentile of the
 * pixels (`worst`). Without a reference the image is written as the new reference and an error is thrown, so that a
 * person reviews it.
 */
export const distanceFromGolden = async (
  name: string,
  { width, height, pixels }: GreyImage,
): Promise<{ mean: number; worst: number }> => {
  const path = join(folder, `${name}.png`);
  if (!existsSync(path)) {
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 9 })
      .toFile(path);
    throw new Error(`${path} did not exist and was written: review it, and commit it if it is correct`);
  }
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height) {
    throw new Error(`The image has ${width}×${height} pixels, ${path} has ${info.width}×${info.height}`);
  }
  const differences = Float64Array.from(data, (value, at) => Math.abs(value - pixels[at]!)).sort();
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return { mean, worst: differences[Math.floor(differences.length * 0.99)]! };
};

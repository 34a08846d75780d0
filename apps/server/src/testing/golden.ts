import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const folder = join(import.meta.dirname, 'golden');

/**
 * How far a picture is from the one that somebody has looked at and found good, in grey levels: on average, and at the
 * worst hundredth of its pixels. A picture without one becomes it, and fails: look at it first.
 */
export const distanceFromGolden = async (
  name: string,
  { width, height, pixels }: Grey,
): Promise<{ mean: number; worst: number }> => {
  const path = join(folder, `${name}.png`);
  if (!existsSync(path)) {
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 9 })
      .toFile(path);
    throw new Error(`${path} was made anew: look at it, and keep it if it is good`);
  }
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height) {
    throw new Error(`${width}×${height} pixels, and ${info.width}×${info.height} in ${path}`);
  }
  const differences = Float64Array.from(data, (value, at) => Math.abs(value - pixels[at]!)).sort();
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return { mean, worst: differences[Math.floor(differences.length * 0.99)]! };
};

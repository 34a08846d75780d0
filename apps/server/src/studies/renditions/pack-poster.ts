import type { PlaneSize } from '@snimok/imaging/pictures/htj2k';
import sharp from 'sharp';
import { readPlane } from './pack-level.ts';
import type { PosterRequest } from './tasks.ts';

/** Three planes through one voxel, one below the other, as WebP. The limits of the window are black and white. */
export const packPoster = async ({
  slices,
  size,
  at,
  scale,
  window,
  planes,
}: PosterRequest): Promise<Uint8Array> => {
  const { columns, rows } = size;
  const grey = greyTable(scale, window);
  const across = [
    new Uint8Array(rows * slices.length),
    new Uint8Array(columns * slices.length),
    new Uint8Array(columns * rows),
  ] as const;
  for (const [number, piece] of slices.entries()) {
    const plane = await readPlane(piece);
    for (let row = 0; row < rows; row += 1)
      across[0][number * rows + row] = grey[plane[row * columns + at[0]]!]!;
    for (let column = 0; column < columns; column += 1)
      across[1][number * columns + column] = grey[plane[at[1] * columns + column]!]!;
    if (number === at[2]) across[2].set(plane.map((sample) => grey[sample]!));
  }
  const pictures = [
    await resized(across[0], { columns: rows, rows: slices.length }, planes[0]),
    await resized(across[1], { columns, rows: slices.length }, planes[1]),
    await resized(across[2], size, planes[2]),
  ];
  const width = Math.max(...planes.map((plane) => plane.columns));
  const height = planes.reduce((sum, plane) => sum + plane.rows, 0);
  const whole = new Uint8Array(width * height);
  let top = 0;
  for (const [plane, pixels] of pictures.entries()) {
    const { columns: length, rows: count } = planes[plane]!;
    for (let row = 0; row < count; row += 1)
      whole.set(pixels.subarray(row * length, (row + 1) * length), (top + row) * width);
    top += count;
  }
  return sharp(whole, { raw: { width, height, channels: 1 } })
    .webp({ quality: 85 })
    .toBuffer();
};

/** The grey of each sample. */
const greyTable = (
  { slope, intercept }: PosterRequest['scale'],
  { center, width }: PosterRequest['window'],
): Uint8ClampedArray => {
  const low = center - width / 2;
  return Uint8ClampedArray.from(
    { length: 65_536 },
    (_, sample) => ((sample * slope + intercept - low) * 255) / Math.max(width, Number.EPSILON),
  );
};

const resized = async (pixels: Uint8Array, from: PlaneSize, to: PlaneSize): Promise<Uint8Array> =>
  sharp(pixels, { raw: { width: from.columns, height: from.rows, channels: 1 } })
    .resize({ width: to.columns, height: to.rows, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();

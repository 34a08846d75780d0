import type { Point } from '../panorama/curve.ts';
import type { Slice } from './slice.ts';
import { AIR, type Volume } from './volume.ts';

/** An upright cut through a point of the axial plane along a direction of it; all in millimetres. */
export type SectionCut = {
  middle: Point;
  /** Of length one: to the right of the picture. */
  direction: Point;
  widthMm: number;
  heightMm: readonly [bottom: number, top: number];
  pixelMm: number;
  /** Averaged through this thickness, about the plane. */
  slabMm: number;
};

/** The cross-section of a jaw: linear between the eight voxels about each sample. */
export function cutSection(volume: Volume, cut: SectionCut): Slice {
  const { middle, direction, widthMm, heightMm, pixelMm, slabMm } = cut;
  const width = Math.max(1, Math.round(widthMm / pixelMm));
  const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
  const depths = Math.max(1, Math.round(slabMm / pixelMm));
  const values = new Int16Array(width * height);
  const sums = new Float32Array(height);
  for (let column = 0; column < width; column += 1) {
    const along = (column + 0.5) * pixelMm - widthMm / 2;
    sums.fill(0);
    for (let depth = 0; depth < depths; depth += 1) {
      const across = depths === 1 ? 0 : ((depth + 0.5) / depths - 0.5) * slabMm;
      const x = middle[0] + direction[0] * along - direction[1] * across;
      const y = middle[1] + direction[1] * along + direction[0] * across;
      addColumn(volume, x, y, cut, sums);
    }
    for (let row = 0; row < height; row += 1) values[row * width + column] = Math.round(sums[row]! / depths);
  }
  return { width, height, values };
}

function addColumn(volume: Volume, xMm: number, yMm: number, cut: SectionCut, sums: Float32Array): void {
  const { size, spacingMm, values } = volume;
  const [nx, ny, nz] = size;
  const [x, y] = [xMm / spacingMm[0], yMm / spacingMm[1]];
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const inside = i >= 0 && j >= 0 && i < nx - 1 && j < ny - 1;
  const [dx, dy] = [x - i, y - j];
  const at = (slice: number) => {
    if (!inside || slice < 0 || slice >= nz) return AIR;
    const voxel = (slice * ny + j) * nx + i;
    const near = values[voxel]! + (values[voxel + 1]! - values[voxel]!) * dx;
    const far = values[voxel + nx]! + (values[voxel + nx + 1]! - values[voxel + nx]!) * dx;
    return near + (far - near) * dy;
  };
  for (let row = 0; row < sums.length; row += 1) {
    const z = (cut.heightMm[1] - (row + 0.5) * cut.pixelMm) / spacingMm[2];
    const below = Math.floor(z);
    const lower = at(below);
    sums[row] = sums[row]! + lower + (at(below + 1) - lower) * (z - below);
  }
}

import type { Slice } from './slice.ts';
import { AIR, type Volume } from './volume.ts';

type Vector = readonly [x: number, y: number, z: number];

/** One upright column of a sheet: where it stands at height 0, and the way through the sheet, of length one. */
export type Column = { originMm: Vector; normal: Vector };

/** A flat or bent sheet of upright columns; all in millimetres. */
export type SheetCut = {
  columns: readonly Column[];
  /** Of length one: what is up in the picture. */
  up: Vector;
  heightMm: readonly [bottom: number, top: number];
  /** Height of a pixel; its width is the distance between columns. */
  pixelMm: number;
  /** Averaged between these places along `through`. */
  slabMm: readonly [from: number, to: number];
  /** Between samples through the slab. */
  stepMm: number;
};

/**
 * A cross-section of a jaw is a flat sheet, a panorama one along the arch: linear between the eight voxels of a sample.
 * Row by row, for a row of the picture lies in two slices of the volume: three times as fast as column by column.
 */
export function cutSheet(volume: Volume, cut: SheetCut): Slice {
  const { columns, up, heightMm, pixelMm } = cut;
  const { size, spacingMm } = volume;
  const width = columns.length;
  const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
  const { feet, depths } = samplePositions(cut, spacingMm);
  const values = new Int16Array(width * height);
  const [riseX, riseY, riseZ] = [up[0] / spacingMm[0], up[1] / spacingMm[1], up[2] / spacingMm[2]];
  for (let row = 0, pixel = 0; row < height; row += 1) {
    const above = heightMm[1] - (row + 0.5) * pixelMm;
    const [x, y, z] = [riseX * above, riseY * above, riseZ * above];
    for (let column = 0, foot = 0; column < width; column += 1, pixel += 1) {
      let sum = 0;
      for (let depth = 0; depth < depths; depth += 1, foot += 3)
        sum += trilinear(volume.values, size, feet[foot]! + x, feet[foot + 1]! + y, feet[foot + 2]! + z);
      values[pixel] = Math.round(sum / depths);
    }
  }
  return { width, height, values };
}

/** Where the samples through each column stand at height 0, in voxels. */
export function samplePositions({ columns, slabMm, stepMm }: SheetCut, spacingMm: Volume['spacingMm']) {
  const thickness = slabMm[1] - slabMm[0];
  const depths = Math.max(1, Math.round(thickness / stepMm));
  const feet = new Float64Array(columns.length * depths * 3);
  let at = 0;
  for (const { originMm: foot, normal: through } of columns)
    for (let depth = 0; depth < depths; depth += 1) {
      const off = slabMm[0] + ((depth + 0.5) / depths) * thickness;
      for (let axis = 0; axis < 3; axis += 1, at += 1)
        feet[at] = (foot[axis]! + through[axis]! * off) / spacingMm[axis]!;
    }
  return { feet, depths };
}

/** Linear between the eight voxels of a place, in voxels; outside there is air. */
export function trilinear(
  values: Volume['values'],
  [nx, ny, nz]: Volume['size'],
  x: number,
  y: number,
  z: number,
): number {
  if (!(x >= 0 && y >= 0 && z >= 0 && x < nx - 1 && y < ny - 1 && z < nz - 1)) return AIR;
  const i = x | 0;
  const j = y | 0;
  const k = z | 0;
  const dx = x - i;
  const dy = y - j;
  const at = (k * ny + j) * nx + i;
  const over = at + nx * ny;
  const near = values[at]! + (values[at + 1]! - values[at]!) * dx;
  const far = values[at + nx]! + (values[at + nx + 1]! - values[at + nx]!) * dx;
  const nearOver = values[over]! + (values[over + 1]! - values[over]!) * dx;
  const farOver = values[over + nx]! + (values[over + nx + 1]! - values[over + nx]!) * dx;
  const low = near + (far - near) * dy;
  const high = nearOver + (farOver - nearOver) * dy;
  return low + (high - low) * (z - k);
}

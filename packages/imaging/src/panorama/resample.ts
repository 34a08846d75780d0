import { AIR, type Volume } from '../volume/volume.ts';
import { evenCurve, type Point } from './curve.ts';

/** What to cut: along a curve of an axial plane, through a slab across it, between two heights; all in millimetres. */
export type PanoramaCut = {
  curve: readonly Point[];
  /** Across the curve, to the right of the walk positive: [-5, 5] is a slab of 10 mm about it. */
  slabMm: readonly [from: number, to: number];
  heightMm: readonly [bottom: number, top: number];
  /** Width and height of a pixel: they are square. */
  pixelMm: number;
  /** Distance between samples through the slab; half a voxel to a voxel is enough. */
  stepMm: number;
  /** How a density counts in the sum; by default as it is. */
  mapDensity?: (density: number) => number;
};

/** The slab unrolled: rows from the top down, columns along the curve; each value the mean through the slab. */
export type Panorama = {
  width: number;
  height: number;
  pixelMm: number;
  values: Float32Array;
};

/**
 * The curved thick slab of a dental panorama (after A. Kanitsar et al., CPR: Curved Planar Reformation, 2002). Every
 * slice of the volume is sampled along the same lines, so their places and weights are found once; heights between
 * slices are interpolated afterwards.
 */
export function resamplePanorama(volume: Volume, cut: PanoramaCut): Panorama {
  const { points, normals } = evenCurve(cut.curve, cut.pixelMm);
  const [from, to] = cut.slabMm;
  const depths = Math.max(1, Math.round((to - from) / cut.stepMm));
  const lines = linesAcross(volume, points, normals, {
    from,
    depths,
    step: (to - from) / depths,
  });
  const width = points.length;
  const height = Math.max(1, Math.round((cut.heightMm[1] - cut.heightMm[0]) / cut.pixelMm));
  const values = new Float32Array(width * height);
  const sums = sliceSums(volume, lines, width, depths, cut.mapDensity ?? ((density) => density));
  const outside = (cut.mapDensity ?? Number)(AIR);
  const [, , nz] = volume.size;
  for (let row = 0; row < height; row += 1) {
    const z = (cut.heightMm[1] - (row + 0.5) * cut.pixelMm) / volume.spacingMm[2];
    const below = Math.floor(z);
    const part = z - below;
    const [lower, upper] = [below, below + 1].map((slice) =>
      slice >= 0 && slice < nz ? slice * width : -1,
    ) as [number, number];
    for (let column = 0; column < width; column += 1) {
      const one = lower < 0 ? outside : sums[lower + column]!;
      const other = upper < 0 ? outside : sums[upper + column]!;
      values[row * width + column] = one + (other - one) * part;
    }
  }
  return { width, height, pixelMm: cut.pixelMm, values };
}

/** Per sample: index of its first of four voxels in a slice (-1 outside), and its place between them. */
type Lines = { first: Int32Array; partX: Float32Array; partY: Float32Array };
type Slab = { from: number; depths: number; step: number };

function linesAcross(
  { size, spacingMm }: Volume,
  points: readonly Point[],
  normals: readonly Point[],
  slab: Slab,
): Lines {
  const count = points.length * slab.depths;
  const lines = {
    first: new Int32Array(count),
    partX: new Float32Array(count),
    partY: new Float32Array(count),
  };
  const [nx, ny] = size;
  let at = 0;
  points.forEach(([px, py], column) => {
    const [normalX, normalY] = normals[column]!;
    for (let depth = 0; depth < slab.depths; depth += 1, at += 1) {
      const across = slab.from + (depth + 0.5) * slab.step;
      const x = (px + normalX * across) / spacingMm[0];
      const y = (py + normalY * across) / spacingMm[1];
      const [i, j] = [Math.floor(x), Math.floor(y)];
      const inside = i >= 0 && j >= 0 && i < nx - 1 && j < ny - 1;
      lines.first[at] = inside ? j * nx + i : -1;
      lines.partX[at] = x - i;
      lines.partY[at] = y - j;
    }
  });
  return lines;
}

/** The mean along every line of every slice: nz rows of `width`. */
function sliceSums(
  volume: Volume,
  { first, partX, partY }: Lines,
  width: number,
  depths: number,
  weigh: (density: number) => number,
): Float32Array {
  const { size, values } = volume;
  const [nx, ny, nz] = size;
  const sums = new Float32Array(width * nz);
  const outside = weigh(AIR);
  for (let slice = 0; slice < nz; slice += 1) {
    const base = slice * nx * ny;
    let at = 0;
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let depth = 0; depth < depths; depth += 1, at += 1) {
        const corner = first[at]!;
        if (corner < 0) {
          sum += outside;
          continue;
        }
        const voxel = base + corner;
        const [dx, dy] = [partX[at]!, partY[at]!];
        const near = values[voxel]! + (values[voxel + 1]! - values[voxel]!) * dx;
        const far = values[voxel + nx]! + (values[voxel + nx + 1]! - values[voxel + nx]!) * dx;
        sum += weigh(near + (far - near) * dy);
      }
      sums[slice * width + column] = sum / depths;
    }
  }
  return sums;
}

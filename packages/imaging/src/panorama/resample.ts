import { AIR, type Volume } from '../volume/volume.ts';
import { evenCurve, type Point } from './curve.ts';

/** A slab along a curve of an axial plane, between two heights; all in millimetres. */
type PanoramaCut = {
  curve: readonly Point[];
  /** Across the curve, in the direction of its normals: [-5, 5] is a slab of 10 mm around it. */
  slabMm: readonly [from: number, to: number];
  heightMm: readonly [bottom: number, top: number];
  /** Width and height of a pixel. */
  pixelMm: number;
  /** Distance between samples across the slab; half a voxel to one voxel is sufficient. */
  stepMm: number;
  /** Applied to each sample before averaging; identity by default. */
  mapDensity?: (density: number) => number;
};

/**
 * The resampled slab: rows from the top down, columns along the curve; each value is the mean across the
 * slab.
 */
export type Panorama = {
  width: number;
  height: number;
  pixelMm: number;
  values: Float32Array;
};

/**
 * Resamples a thick curved slab (after A. Kanitsar et al., CPR: Curved Planar Reformation, 2002). All slices
 * of the volume are sampled at the same positions, which are computed once; values between slices are
 * interpolated afterwards. Unlike `unroll`, the slab is not tilted.
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
  const means = sliceMeans(volume, lines, width, depths, cut.mapDensity ?? ((density) => density));
  const outside = (cut.mapDensity ?? Number)(volume.outside ?? AIR);
  const [, , nz] = volume.size;
  for (let row = 0; row < height; row += 1) {
    const z = (cut.heightMm[1] - (row + 0.5) * cut.pixelMm) / volume.spacingMm[2];
    const below = Math.floor(z);
    const fraction = z - below;
    const [lower, upper] = [below, below + 1].map((slice) =>
      slice >= 0 && slice < nz ? slice * width : -1,
    ) as [number, number];
    for (let column = 0; column < width; column += 1) {
      const one = lower < 0 ? outside : means[lower + column]!;
      const other = upper < 0 ? outside : means[upper + column]!;
      values[row * width + column] = one + (other - one) * fraction;
    }
  }
  return { width, height, pixelMm: cut.pixelMm, values };
}

/**
 * Per sample: index of the first of its four voxels in a slice (-1 outside), and the fractions between them.
 */
type Lines = { first: Int32Array; fractionX: Float32Array; fractionY: Float32Array };
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
    fractionX: new Float32Array(count),
    fractionY: new Float32Array(count),
  };
  const [nx, ny] = size;
  let at = 0;
  points.forEach(([px, py], column) => {
    const [normalX, normalY] = normals[column]!;
    for (let depth = 0; depth < slab.depths; depth += 1, at += 1) {
      const across = slab.from + (depth + 0.5) * slab.step;
      const x = (px + normalX * across) / spacingMm[0];
      const y = (py + normalY * across) / spacingMm[1];
      const i = Math.floor(x);
      const j = Math.floor(y);
      const inside = i >= 0 && j >= 0 && i < nx - 1 && j < ny - 1;
      lines.first[at] = inside ? j * nx + i : -1;
      lines.fractionX[at] = x - i;
      lines.fractionY[at] = y - j;
    }
  });
  return lines;
}

/** The mean across the slab for each slice: nz rows of `width` values. */
function sliceMeans(
  volume: Volume,
  { first, fractionX, fractionY }: Lines,
  width: number,
  depths: number,
  mapDensity: (density: number) => number,
): Float32Array {
  const { size, values } = volume;
  const [nx, ny, nz] = size;
  const means = new Float32Array(width * nz);
  const outside = mapDensity(volume.outside ?? AIR);
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
        const dx = fractionX[at]!;
        const dy = fractionY[at]!;
        const near = values[voxel]! + (values[voxel + 1]! - values[voxel]!) * dx;
        const far = values[voxel + nx]! + (values[voxel + nx + 1]! - values[voxel + nx]!) * dx;
        sum += mapDensity(near + (far - near) * dy);
      }
      means[slice * width + column] = sum / depths;
    }
  }
  return means;
}

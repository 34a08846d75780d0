import type { Vector3 } from '../dicom/elements/file.ts';
import { samplePositions, trilinear } from '../volume/sheet.ts';
import { AIR, type Volume } from '../volume/volume.ts';
import { attenuationTable } from './attenuation.ts';
import { type Curve, evenCurve } from './curve.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { tissueLevels } from './tissue-levels.ts';

/**
 * The slab along the arch: rows from the top down, columns along the arch, the patient's right on the left.
 */
export type UnrolledSlab = {
  width: number;
  height: number;
  /** pixels are square */
  pixelMm: number;
  /** mean attenuation along the ray; see attenuation.ts */
  values: Float32Array;
  /** 1 where metal contributes to the mean */
  metal: Uint8Array;
  /** lower edge of the last row and upper edge of the first, relative to the plane */
  heightMm: readonly [bottom: number, top: number];
  slabMm: readonly [from: number, to: number];
};

/**
 * Extent across the arch, positive to the tongue. It contains the offset between crown and apex of inclined
 * incisors.
 */
const SLAB_MM = [-9, 8] as const;
/** Smaller pixels show no more detail, larger ones are visible. */
const FINEST_MM = 0.2;
const COARSEST_MM = 0.5;
const PIXELS_PER_VOXEL = 0.8;
/** From the inferior border of the chin to the floor of the orbits, relative to the occlusal plane. */
const LOWEST_MM = -52;
const HIGHEST_MM = 46;
/** Weight at the edges of the slab; in its middle, on the arch, it is 1. */
const EDGE_WEIGHT = 0.25;
/** The band reaches this far above and below the plane: the crowns, the roots and the bone about them. */
const BAND_MM = 25;
/** Distance between the values of the band that are read for its percentiles. */
const BAND_STEP_MM = 1.5;

/**
 * Resamples the panorama: parallel rays along the normals of the arch, through a thick slab that is tilted
 * with the occlusal plane (after A. Kanitsar et al., CPR: Curved Planar Reformation, 2002). The loop runs row
 * by row, because a row lies in few slices of the volume.
 */
export function unroll(volume: Volume, plane: Plane, arch: Curve): UnrolledSlab {
  const finest = Math.min(...volume.spacingMm);
  const pixelMm = Math.min(COARSEST_MM, Math.max(FINEST_MM, finest * PIXELS_PER_VOXEL));
  const curve = evenCurve(croppedArch(volume, plane, arch), pixelMm);
  const heightMm = heightsInside(volume, plane, curve);
  const columns = curve.points.map((point, at) => {
    const [nu, nv] = curve.normals[at]!;
    const normal: Vector3 = [0, 1, 2].map(
      (axis) => plane.left[axis]! * nu + plane.back[axis]! * nv,
    ) as unknown as Vector3;
    return { originMm: planeToSpace(plane, point), normal };
  });
  const stepMm = Math.max(pixelMm, finest) * 1.5;
  const cut = { columns, up: plane.up, heightMm, pixelMm, slabMm: SLAB_MM, stepMm };
  const { positions, depths } = samplePositions(cut, volume.spacingMm);
  const weights = weightsOf(depths);
  const rise = [0, 1, 2].map((axis) => plane.up[axis]! / volume.spacingMm[axis]!) as unknown as Vector3;
  const band = bandValues(volume, { positions, depths, rise, heightMm, pixelMm });
  const levels = tissueLevels(volume, band, volume.outside ?? AIR);
  const attenuation = attenuationTable(levels);
  const width = columns.length;
  const height = Math.max(1, Math.round((heightMm[1] - heightMm[0]) / pixelMm));
  const values = new Float32Array(width * height);
  const metal = new Uint8Array(width * height);
  for (let row = 0, pixel = 0; row < height; row += 1) {
    const above = heightMm[1] - (row + 0.5) * pixelMm;
    const x = rise[0] * above;
    const y = rise[1] * above;
    const z = rise[2] * above;
    for (let column = 0, sample = 0; column < width; column += 1, pixel += 1) {
      let sum = 0;
      for (let depth = 0; depth < depths; depth += 1, sample += 3) {
        const density = trilinear(
          volume.values,
          volume.size,
          positions[sample]! + x,
          positions[sample + 1]! + y,
          positions[sample + 2]! + z,
          volume.outside,
        );
        sum += weights[depth]! * attenuation[(density + 32768) | 0]!;
        if (density >= levels.metal) metal[pixel] = 1;
      }
      values[pixel] = sum;
    }
  }
  return { width, height, pixelMm, values, metal, heightMm, slabMm: SLAB_MM };
}

type Band = {
  /** of the samples at height 0, in voxels: x, y, z per sample, `depths` samples per column */
  positions: Float64Array;
  depths: number;
  /** voxels per millimetre of height */
  rise: Vector3;
  heightMm: UnrolledSlab['heightMm'];
  pixelMm: number;
};

/** Values inside the volume from the band of the jaws, ascending. */
function bandValues(volume: Volume, { positions, depths, rise, heightMm, pixelMm }: Band): Float64Array {
  const found: number[] = [];
  const columnStep = 3 * depths * Math.max(1, Math.round(BAND_STEP_MM / pixelMm));
  const bottom = Math.max(heightMm[0], -BAND_MM);
  const top = Math.min(heightMm[1], BAND_MM);
  for (let above = bottom; above <= top; above += BAND_STEP_MM)
    for (let column = 0; column < positions.length; column += columnStep)
      for (let sample = column; sample < column + 3 * depths; sample += 6) {
        const at = [0, 1, 2].map((axis) => Math.round(positions[sample + axis]! + rise[axis]! * above));
        const [x, y, z] = at as unknown as Vector3;
        const [nx, ny] = volume.size;
        if (at.every((index, axis) => index >= 0 && index < volume.size[axis]!))
          found.push(volume.values[(z * ny + y) * nx + x]!);
      }
  return Float64Array.from(found).sort();
}

/** Weights of the samples of a ray, which add up to 1. */
function weightsOf(depths: number): Float32Array {
  const raw = Float32Array.from({ length: depths }, (_, at) => {
    const position = ((at + 0.5) / depths) * 2 - 1;
    return EDGE_WEIGHT + (1 - EDGE_WEIGHT) * Math.cos((position * Math.PI) / 2) ** 2;
  });
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  return raw.map((weight) => weight / total);
}

const isInside = ({ size, spacingMm }: Volume, position: Vector3): boolean =>
  position.every((mm, axis) => mm >= 0 && mm <= (size[axis]! - 1) * spacingMm[axis]!);

/** The arch without its ends outside the volume. */
function croppedArch(volume: Volume, plane: Plane, { points }: Curve) {
  const inside = points.map((point) => isInside(volume, planeToSpace(plane, point)));
  const first = inside.indexOf(true);
  const last = inside.lastIndexOf(true);
  return first < 0 || last - first < 2 ? points : points.slice(first, last + 1);
}

/** The range of heights at which at least half of the columns are inside the volume. */
function heightsInside(volume: Volume, plane: Plane, { points }: Curve): readonly [number, number] {
  const sampled = points.filter((_, at) => at % 8 === 0);
  const isMostlyInside = (height: number) =>
    sampled.filter((point) => isInside(volume, planeToSpace(plane, point, height))).length * 2 >=
    sampled.length;
  let bottom = 0;
  let top = 0;
  while (bottom > LOWEST_MM && isMostlyInside(bottom - 1)) bottom -= 1;
  while (top < HIGHEST_MM && isMostlyInside(top + 1)) top += 1;
  return [Math.min(bottom, -1), Math.max(top, 1)];
}

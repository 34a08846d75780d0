import type { Volume } from '../volume/volume.ts';
import { coarsen, type CoarseVolume } from './coarse.ts';
import { greyLevelsOf } from './grey-levels.ts';

/** Values from 0 to 1 on a grid of about a millimetre, in millimetres of the volume. */
export type TissueMap = CoarseVolume;

/**
 * Fraction of the way from soft tissue to the densest tooth at which bone begins; noise of soft tissue is
 * below.
 */
const BONE_FROM = 0.16;
/**
 * The level of teeth above soft tissue, in units of the step from air to soft tissue. Averaged compact bone of
 * two millimetres has 1.2, dentine 1.6.
 */
const TOOTH = 1.45;

export type TissueMaps = {
  /** 0: soft tissue and air, 1: the densest tooth or metal. */
  hardTissue: TissueMap;
  /** 1: soft tissue, 0: anything else. Teeth are surrounded by it, dry skulls and instruments are not. */
  softTissue: TissueMap;
  /** 1: measured, 0: outside the field of view, where a scanner writes one value in all voxels. */
  seen: TissueMap;
  /**
   * Value of `hardTissue` that teeth reach at this resolution, but bone hardly does. From 1, the scan has no
   * teeth.
   */
  toothThreshold: number;
};

/** Null if the volume contains nothing as dense as bone, or no soft tissue. */
export function tissueMapsOf(volume: Volume): TissueMaps | null {
  const coarse = coarsen(volume);
  const levels = greyLevelsOf(coarse.values);
  if (!levels) return null;
  const { air, softTissue, densest } = levels;
  const boneFrom = softTissue + (densest - softTissue) * BONE_FROM;
  const scale = 1 / (densest - boneFrom);
  const hard = coarse.values.map((value) => Math.min(1, Math.max(0, (value - boneFrom) * scale)));
  const low = (air + softTissue) / 2;
  const high = boneFrom + (densest - boneFrom) * 0.25;
  const soft = coarse.values.map((value) => Number(value > low && value < high));
  const seen = seenIn(coarse);
  const toothThreshold = (softTissue + TOOTH * (softTissue - air) - boneFrom) * scale;
  return {
    hardTissue: { ...coarse, values: hard },
    softTissue: { ...coarse, values: soft },
    seen: { ...coarse, values: seen },
    toothThreshold,
  };
}

/** The corners of the middle slice are outside a cylindrical field of view; air has noise, so that it differs there. */
function seenIn({ size: [nx, ny, nz], values }: CoarseVolume): Float32Array<ArrayBuffer> {
  const middle = (nz >> 1) * nx * ny;
  const corners = [0, nx - 1, (ny - 1) * nx, ny * nx - 1].map((at) => values[middle + at]!);
  const isPadded = corners.every((value) => value === corners[0]);
  const padding = isPadded ? corners[0] : Number.NaN;
  return values.map((value) => Number(value !== padding)) as Float32Array<ArrayBuffer>;
}

/**
 * A box filter: the mean of the cube around every voxel, as three passes along lines; the cube ends at the
 * edges.
 */
export function boxFiltered(map: TissueMap, reachMm: number): TissueMap {
  const [nx, ny, nz] = map.size;
  let values = map.values;
  [1, nx, nx * ny].forEach((stride, axis) => {
    const reach = Math.max(0, Math.round(reachMm / map.spacingMm[axis]!));
    if (reach > 0) values = meansAlong(values, stride, [nx, ny, nz][axis]!, reach);
  });
  return { ...map, values };
}

/** Moving means along lines of `count` voxels, `stride` apart. */
function meansAlong(
  values: Float32Array,
  stride: number,
  count: number,
  reach: number,
): Float32Array<ArrayBuffer> {
  const means = new Float32Array(values.length);
  const block = stride * count;
  for (let start = 0; start < values.length; start += block) {
    for (let line = start; line < start + stride; line += 1) {
      let sum = 0;
      let summed = 0;
      for (let at = 0; at < Math.min(reach, count); at += 1) {
        sum += values[line + at * stride]!;
        summed += 1;
      }
      for (let at = 0; at < count; at += 1) {
        if (at + reach < count) {
          sum += values[line + (at + reach) * stride]!;
          summed += 1;
        }
        if (at > reach) {
          sum -= values[line + (at - reach - 1) * stride]!;
          summed -= 1;
        }
        means[line + at * stride] = sum / summed;
      }
    }
  }
  return means;
}

/** Trilinear interpolation between the eight voxels around a position; 0 outside. */
export function sampleMap(map: TissueMap, xMm: number, yMm: number, zMm: number): number {
  const { size, spacingMm, originMm, values } = map;
  const x = (xMm - originMm[0]) / spacingMm[0];
  const y = (yMm - originMm[1]) / spacingMm[1];
  const z = (zMm - originMm[2]) / spacingMm[2];
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  if (i < 0 || j < 0 || k < 0 || i + 1 >= size[0] || j + 1 >= size[1] || k + 1 >= size[2]) return 0;
  const dx = x - i;
  const dy = y - j;
  const dz = z - k;
  const row = size[0];
  const layer = size[0] * size[1];
  const at = k * layer + j * row + i;
  const line = (from: number) => values[from]! + (values[from + 1]! - values[from]!) * dx;
  const plane = (from: number) => line(from) + (line(from + row) - line(from)) * dy;
  return plane(at) + (plane(at + layer) - plane(at)) * dz;
}

import type { Vector3 } from '../dicom/file.ts';
import type { Size3, Volume } from '../volume/volume.ts';
import { coarsen } from './coarse.ts';
import { greyLevelsOf } from './grey-levels.ts';

/** How much a place looks like tooth: 0 flesh and air, 1 the densest tooth or metal. Millimetres are the volume's. */
export type TissueMap = { size: Size3; spacingMm: Vector3; originMm: Vector3; values: Float32Array };

/** Part of the way from flesh to the densest tooth where bone begins: the grain of flesh stays below. */
const BONE_FROM = 0.16;
/** In steps from air to flesh above flesh: compact bone of two millimetres is 1.2 when averaged, dentine 1.6. */
const TOOTH = 1.45;

/** Where there is flesh, of the same shape: 1, else 0. Teeth stand in it, a dry skull and an instrument do not. */
export type TissueMaps = {
  mineral: TissueMap;
  flesh: TissueMap;
  /** Of the mineral map: bone hardly reaches it at a millimetre's step, teeth do. Above 1 there are none. */
  toothFrom: number;
};

/** Null when the volume has nothing as dense as bone, or no flesh. */
export function tissueMapsOf(volume: Volume): TissueMaps | null {
  const coarse = coarsen(volume);
  const levels = greyLevelsOf(coarse.values);
  if (!levels) return null;
  const from = levels.flesh + (levels.dense - levels.flesh) * BONE_FROM;
  const scale = 1 / (levels.dense - from);
  const values = coarse.values.map((value) => Math.min(1, Math.max(0, (value - from) * scale)));
  const [low, high] = [(levels.air + levels.flesh) / 2, from + (levels.dense - from) * 0.25];
  const flesh = coarse.values.map((value) => Number(value > low && value < high));
  const toothFrom = (levels.flesh + TOOTH * (levels.flesh - levels.air) - from) * scale;
  return { mineral: { ...coarse, values }, flesh: { ...coarse, values: flesh }, toothFrom };
}

/** The mean of a cube about every voxel, edges cut off: three passes along lines. */
export function boxFiltered(map: TissueMap, reachMm: number): TissueMap {
  const [nx, ny, nz] = map.size;
  let values = map.values;
  [1, nx, nx * ny].forEach((stride, axis) => {
    const reach = Math.max(0, Math.round(reachMm / map.spacingMm[axis]!));
    if (reach > 0) values = meanAlong(values, stride, [nx, ny, nz][axis]!, reach);
  });
  return { ...map, values };
}

function meanAlong(
  values: Float32Array,
  stride: number,
  count: number,
  reach: number,
): Float32Array<ArrayBuffer> {
  const means = new Float32Array(values.length);
  const block = stride * count;
  for (let start = 0; start < values.length; start += block) {
    for (let line = start; line < start + stride; line += 1) {
      let [sum, taken] = [0, 0];
      for (let at = 0; at < Math.min(reach, count); at += 1) {
        sum += values[line + at * stride]!;
        taken += 1;
      }
      for (let at = 0; at < count; at += 1) {
        if (at + reach < count) {
          sum += values[line + (at + reach) * stride]!;
          taken += 1;
        }
        if (at > reach) {
          sum -= values[line + (at - reach - 1) * stride]!;
          taken -= 1;
        }
        means[line + at * stride] = sum / taken;
      }
    }
  }
  return means;
}

/** Between the eight voxels about a place; 0 outside. */
export function sampleMap(map: TissueMap, xMm: number, yMm: number, zMm: number): number {
  const { size, spacingMm, originMm, values } = map;
  const x = (xMm - originMm[0]) / spacingMm[0];
  const y = (yMm - originMm[1]) / spacingMm[1];
  const z = (zMm - originMm[2]) / spacingMm[2];
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  if (i < 0 || j < 0 || k < 0 || i + 1 >= size[0] || j + 1 >= size[1] || k + 1 >= size[2]) return 0;
  const [dx, dy, dz] = [x - i, y - j, z - k];
  const [row, layer] = [size[0], size[0] * size[1]];
  const at = k * layer + j * row + i;
  const line = (from: number) => values[from]! + (values[from + 1]! - values[from]!) * dx;
  const plane = (from: number) => line(from) + (line(from + row) - line(from)) * dy;
  return plane(at) + (plane(at + layer) - plane(at)) * dz;
}

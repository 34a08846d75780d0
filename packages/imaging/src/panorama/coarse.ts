import type { Vector3 } from '../dicom/elements/file.ts';
import type { Size3, Volume } from '../volume/volume.ts';

/**
 * A reduced volume; `originMm` is the centre of its first voxel, from the centre of the original volume's
 * first voxel.
 */
export type CoarseVolume = { size: Size3; spacingMm: Vector3; originMm: Vector3; values: Float32Array };

/** Teeth are six to ten millimetres wide; at this step, neighbouring teeth can be distinguished. */
const STEP_MM = 1;

/**
 * Averages blocks of about a millimetre, which reduces noise, and the number of voxels to about a hundredth.
 */
export function coarsen({ size, spacingMm, values }: Volume): CoarseVolume {
  const blocks = spacingMm.map((mm) => Math.max(1, Math.round(STEP_MM / mm))) as unknown as Size3;
  const reduced = size.map((count, axis) =>
    Math.max(1, Math.floor(count / blocks[axis]!)),
  ) as unknown as Size3;
  const [bx, by, bz] = blocks;
  const [nx, ny] = size;
  const sums = new Float32Array(reduced[0] * reduced[1] * reduced[2]);
  for (let k = 0; k < reduced[2] * bz; k += 1) {
    const layer = Math.floor(k / bz) * reduced[1];
    for (let j = 0; j < reduced[1] * by; j += 1) {
      let to = (layer + Math.floor(j / by)) * reduced[0];
      let from = (k * ny + j) * nx;
      for (let i = 0; i < reduced[0]; i += 1, to += 1) {
        let sum = 0;
        for (const end = from + bx; from < end; from += 1) sum += values[from]!;
        sums[to] = sums[to]! + sum;
      }
    }
  }
  const weight = 1 / (bx * by * bz);
  for (let at = 0; at < sums.length; at += 1) sums[at] = sums[at]! * weight;
  return {
    size: reduced,
    spacingMm: spacingMm.map((mm, axis) => mm * blocks[axis]!) as unknown as Vector3,
    originMm: spacingMm.map((mm, axis) => (mm * (blocks[axis]! - 1)) / 2) as unknown as Vector3,
    values: sums,
  };
}

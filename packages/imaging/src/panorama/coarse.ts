import type { Vector3 } from '../dicom/file.ts';
import type { Size3, Volume } from '../volume/volume.ts';

/** A small copy of a volume; `originMm` is the centre of its first block, from the centre of the volume's first voxel. */
export type CoarseVolume = { size: Size3; spacingMm: Vector3; originMm: Vector3; values: Float32Array };

/** A tooth is six to ten millimetres wide: at this step it is seen, and its neighbours are told apart. */
const STEP_MM = 1;

/** The mean of blocks of about a millimetre: less grain, and a hundredth of the voxels. */
export function coarsen({ size, spacingMm, values }: Volume): CoarseVolume {
  const blocks = spacingMm.map((mm) => Math.max(1, Math.round(STEP_MM / mm))) as unknown as Size3;
  const small = size.map((count, axis) => Math.max(1, Math.floor(count / blocks[axis]!))) as unknown as Size3;
  const [bx, by, bz] = blocks;
  const [nx, ny] = size;
  const sums = new Float32Array(small[0] * small[1] * small[2]);
  for (let k = 0; k < small[2] * bz; k += 1) {
    const layer = Math.floor(k / bz) * small[1];
    for (let j = 0; j < small[1] * by; j += 1) {
      let to = (layer + Math.floor(j / by)) * small[0];
      let from = (k * ny + j) * nx;
      for (let i = 0; i < small[0]; i += 1, to += 1) {
        let sum = 0;
        for (const end = from + bx; from < end; from += 1) sum += values[from]!;
        sums[to] = sums[to]! + sum;
      }
    }
  }
  const share = 1 / (bx * by * bz);
  for (let at = 0; at < sums.length; at += 1) sums[at] = sums[at]! * share;
  return {
    size: small,
    spacingMm: spacingMm.map((mm, axis) => mm * blocks[axis]!) as unknown as Vector3,
    originMm: spacingMm.map((mm, axis) => (mm * (blocks[axis]! - 1)) / 2) as unknown as Vector3,
    values: sums,
  };
}

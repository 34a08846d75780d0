import type { Canvas } from '../anatomy/canvas.ts';

/** Edge of a block in voxels, as a power of two. */
export const BLOCK_SHIFT = 3;

/** Blocks of 8 × 8 × 8 voxels that contain a surface, one bit per field; rays skip the other blocks. */
export type Blocks = { size: readonly [number, number, number]; touched: Uint8Array };

export function blocksOf(fields: readonly Canvas[]): Blocks {
  const [nx, ny, nz] = fields[0]!.size;
  const size = [nx, ny, nz].map((count) => (count >> BLOCK_SHIFT) + 1) as [number, number, number];
  const touched = new Uint8Array(size[0] * size[1] * size[2]);
  fields.forEach(({ values }, bit) => {
    for (let k = 0; k < nz - 1; k += 1) {
      for (let j = 0; j < ny - 1; j += 1) {
        let at = (k * ny + j) * nx;
        for (let i = 0; i < nx - 1; i += 1, at += 1) {
          const here = values[at]! > 0;
          const crossed =
            here !== values[at + 1]! > 0 ||
            here !== values[at + nx]! > 0 ||
            here !== values[at + nx * ny]! > 0;
          if (crossed) markTouched(size, touched, bit, i, j, k);
        }
      }
    }
  });
  return { size, touched };
}

/** Marks the block and its neighbours within one voxel, because a surface lies between voxels. */
function markTouched(
  size: Blocks['size'],
  touched: Uint8Array,
  bit: number,
  i: number,
  j: number,
  k: number,
): void {
  for (const dk of [-1, 2]) {
    for (const dj of [-1, 2]) {
      for (const di of [-1, 2]) {
        const x = block(i + di, size[0]);
        const y = block(j + dj, size[1]);
        const z = block(k + dk, size[2]);
        const at = (z * size[1] + y) * size[0] + x;
        touched[at] = touched[at]! | (1 << bit);
      }
    }
  }
}

const block = (voxel: number, count: number) => Math.min(count - 1, Math.max(0, voxel >> BLOCK_SHIFT));

import type { Vec3 } from '../../geometry/vectors.ts';

/** A part of the volume in 8 bits per voxel; `offsetMm` is the centre of its first voxel in the volume's millimetres. */
export interface VoxelBlock {
  size: Vec3;
  spacingMm: Vec3;
  offsetMm: Vec3;
  values: Uint8Array;
}

export type VoxelGrid = Omit<VoxelBlock, 'values'>;

/** Voxels of the longest side while the view moves; on small machines also while it rests. */
export const COARSE_SIDE = 256;

/** Graphics memory for the volume at rest: a volume of 512³, and half of what a machine of 8 GB has to spare. */
const MOST_FINE_BYTES = 160 * 2 ** 20;

/** The step between the voxels that a block takes from a volume, so that no side has more than `longest` voxels. */
export const stepFor = (size: Vec3, longest: number): number =>
  Math.max(1, Math.ceil(Math.max(...size) / longest));

/** The longest side of the finest texture that a device and its memory hold; undefined if the coarse one is as fine. */
export function fineSide(size: Vec3, largestTexture: number): number | undefined {
  for (let every = 1; every < stepFor(size, COARSE_SIDE); every += 1) {
    const counts = size.map((count) => Math.ceil(count / every));
    const bytes = counts.reduce((product, count) => product * count, 1);
    if (Math.max(...counts) <= largestTexture && bytes <= MOST_FINE_BYTES) return Math.max(...counts);
  }
  return undefined;
}

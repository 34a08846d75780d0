/** A number per axis: x to the patient's left, y to the back, z to the head. */
export type Size3 = readonly [x: number, y: number, z: number];

/**
 * Densities on a regular grid; the value of voxel x, y, z has the index `(z * ny + y) * nx + x`. Millimetres
 * in a volume are counted from the centre of its first voxel.
 */
export type Volume = {
  size: Size3;
  spacingMm: Size3;
  values: Int16Array | Uint16Array;
  /** whether voxels have the value `GAP`, which then takes no part in means and interpolations */
  hasGaps?: boolean;
};

/** The value of voxels that were not measured, in a volume that has such voxels. */
export const GAP = -32_768;

/** Hounsfield units of air, assumed outside every volume. */
export const AIR = -1000;

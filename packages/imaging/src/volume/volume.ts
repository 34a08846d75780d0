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
  /** the value of voxels that were not measured, which takes no part in means and interpolations */
  gap?: number;
  /** the value outside the volume; by default `AIR` */
  outside?: number;
};

/** Hounsfield units of air, assumed outside a volume in such units. */
export const AIR = -1000;

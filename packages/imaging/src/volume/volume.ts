/** Counts of voxels across (to the patient's left), down (to the back) and up (to the head). */
export type Size3 = readonly [x: number, y: number, z: number];

/**
 * A block of densities. Values lie row by row, slice upon slice: `(z * ny + y) * nx + x`. Millimetres are counted from
 * the centre of the first voxel.
 */
export type Volume = {
  size: Size3;
  spacingMm: Size3;
  values: Int16Array | Uint16Array;
};

/** Hounsfield units of air: what is outside every volume. */
export const AIR = -1000;

/** Nearest voxel; outside the volume there is air. */
export function densityAt(
  { size, spacingMm, values }: Volume,
  xMm: number,
  yMm: number,
  zMm: number,
): number {
  const [x, y, z] = [
    Math.round(xMm / spacingMm[0]),
    Math.round(yMm / spacingMm[1]),
    Math.round(zMm / spacingMm[2]),
  ];
  const inside = x >= 0 && y >= 0 && z >= 0 && x < size[0] && y < size[1] && z < size[2];
  return inside ? values[(z * size[1] + y) * size[0] + x]! : AIR;
}

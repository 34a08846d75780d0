import type { Vector3 } from '../dicom/elements/file.ts';
import { dot } from '../dicom/vectors.ts';

/** Position and orientation of a volume in patient coordinates; the directions are orthonormal. */
export type Placement = { originMm: Vector3; directions: readonly [Vector3, Vector3, Vector3] };

/** From millimetres in the volume, counted from its first voxel, to patient coordinates. */
export function toPatient({ originMm, directions }: Placement, point: Vector3): Vector3 {
  const rotated = directionToPatient({ directions }, point);
  return [originMm[0] + rotated[0], originMm[1] + rotated[1], originMm[2] + rotated[2]];
}

export function directionToPatient(
  { directions: [x, y, z] }: Pick<Placement, 'directions'>,
  [a, b, c]: Vector3,
): Vector3 {
  return [x[0] * a + y[0] * b + z[0] * c, x[1] * a + y[1] * b + z[1] * c, x[2] * a + y[2] * b + z[2] * c];
}

/** The inverse of `toPatient`. */
export function fromPatient({ originMm, directions }: Placement, point: Vector3): Vector3 {
  return directionFromPatient({ directions }, [
    point[0] - originMm[0],
    point[1] - originMm[1],
    point[2] - originMm[2],
  ]);
}

export function directionFromPatient(
  { directions: [x, y, z] }: Pick<Placement, 'directions'>,
  direction: Vector3,
): Vector3 {
  return [dot(x, direction), dot(y, direction), dot(z, direction)];
}

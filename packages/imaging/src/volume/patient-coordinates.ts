import type { Vector3 } from '../dicom/file.ts';

/** Where a volume lies in the patient. */
export type Placement = { originMm: Vector3; directions: readonly [Vector3, Vector3, Vector3] };

/** From the volume's own millimetres to the patient's. */
export function toPatient({ originMm, directions }: Placement, place: Vector3): Vector3 {
  const turned = directionToPatient({ directions }, place);
  return [originMm[0] + turned[0], originMm[1] + turned[1], originMm[2] + turned[2]];
}

export function directionToPatient(
  { directions: [x, y, z] }: Pick<Placement, 'directions'>,
  [a, b, c]: Vector3,
): Vector3 {
  return [x[0] * a + y[0] * b + z[0] * c, x[1] * a + y[1] * b + z[1] * c, x[2] * a + y[2] * b + z[2] * c];
}

/** And back: the directions stand at right angles to one another. */
export function fromPatient({ originMm, directions }: Placement, place: Vector3): Vector3 {
  return directionFromPatient({ directions }, [
    place[0] - originMm[0],
    place[1] - originMm[1],
    place[2] - originMm[2],
  ]);
}

export function directionFromPatient({ directions }: Pick<Placement, 'directions'>, way: Vector3): Vector3 {
  const [x, y, z] = directions.map(
    (direction) => direction[0] * way[0] + direction[1] * way[1] + direction[2] * way[2],
  ) as [number, number, number];
  return [x, y, z];
}

import type { Vector3 } from '../dicom/file.ts';
import type { FoundArch } from './find-arch.ts';
import { spaceToPlane } from './plane.ts';

/** How far each point of a known arch lies from a found one, seen along the height of the teeth; the nearest first. */
export function distancesToArch(
  { plane, curve }: Pick<FoundArch, 'plane' | 'curve'>,
  known: readonly Vector3[],
): number[] {
  return known
    .map((place) => {
      const [u, v] = spaceToPlane(plane, place);
      return Math.min(...curve.points.map(([x, y]) => Math.hypot(x - u, y - v)));
    })
    .toSorted((one, other) => one - other);
}

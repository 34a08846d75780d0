import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import type { FoundArch } from '@snimok/imaging/panorama/find-arch';
import { spaceToPlane } from '@snimok/imaging/panorama/plane';

/**
 * The distance in millimetres of each point of a drawn arch from a found one, projected on the found plane,
 * in ascending order.
 */
export function distancesToArch(
  { plane, curve }: Pick<FoundArch, 'plane' | 'curve'>,
  drawn: readonly Vector3[],
): number[] {
  return drawn
    .map((position) => {
      const [u, v] = spaceToPlane(plane, position);
      return Math.min(...curve.points.map(([x, y]) => Math.hypot(x - u, y - v)));
    })
    .toSorted((one, other) => one - other);
}

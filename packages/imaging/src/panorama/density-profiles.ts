import type { Curve } from './curve.ts';
import { type TissueMap, sampleMap } from './tissue-maps.ts';
import { type Plane, planeToSpace } from './plane.ts';

/** Heights above and below a plane that are looked at. */
export const REACH_MM = 34;
export const PROFILE_LENGTH = 2 * REACH_MM + 1;
/** Across a tooth; and across a jaw, whose plates are dense and the marrow between them is not. */
export const TOOTH_MM: readonly number[] = [-2, 0, 2];
export const JAW_MM: readonly number[] = [-7, -5.5, -4, -2, 0, 2, 4, 5.5, 7];

/** For every step of a curve how dense it is at each height, from the lowest up; the mean of some places beside it. */
export function profilesAlong(map: TissueMap, plane: Plane, curve: Curve, asides = TOOTH_MM): Float32Array {
  const all = new Float32Array(curve.points.length * PROFILE_LENGTH);
  curve.points.forEach(([u, v], step) => {
    const [nu, nv] = curve.normals[step]!;
    for (let height = -REACH_MM; height <= REACH_MM; height += 1) {
      let sum = 0;
      for (const aside of asides) {
        const [x, y, z] = planeToSpace(plane, [u + nu * aside, v + nv * aside], height);
        sum += sampleMap(map, x, y, z);
      }
      all[step * PROFILE_LENGTH + height + REACH_MM] = sum / asides.length;
    }
  });
  return all;
}

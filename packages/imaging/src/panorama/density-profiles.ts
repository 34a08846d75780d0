import type { Curve } from './curve.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { sampleMap, type TissueMap } from './tissue-maps.ts';

/** A profile reaches this far above and below the plane, in steps of a millimetre. */
export const REACH_MM = 34;
export const PROFILE_LENGTH = 2 * REACH_MM + 1;
/**
 * Offsets across the curve that cover a tooth, and a jaw, whose marrow is less dense than its cortical
 * plates.
 */
export const TOOTH_MM: readonly number[] = [-2, 0, 2];
export const JAW_MM: readonly number[] = [-7, -5.5, -4, -2, 0, 2, 4, 5.5, 7];

/**
 * The vertical profile at every point of a curve: the map's values from `REACH_MM` below the plane upwards,
 * averaged over the offsets across the curve. `PROFILE_LENGTH` values per point.
 */
export function profilesAlong(
  map: TissueMap,
  plane: Plane,
  curve: Curve,
  offsetsMm = TOOTH_MM,
): Float32Array {
  const profiles = new Float32Array(curve.points.length * PROFILE_LENGTH);
  curve.points.forEach(([u, v], step) => {
    const [nu, nv] = curve.normals[step]!;
    for (let height = -REACH_MM; height <= REACH_MM; height += 1) {
      let sum = 0;
      for (const offset of offsetsMm) {
        const [x, y, z] = planeToSpace(plane, [u + nu * offset, v + nv * offset], height);
        sum += sampleMap(map, x, y, z);
      }
      profiles[step * PROFILE_LENGTH + height + REACH_MM] = sum / offsetsMm.length;
    }
  });
  return profiles;
}

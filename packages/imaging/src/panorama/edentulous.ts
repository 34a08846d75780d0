import type { Curve } from './curve.ts';
import { JAW_MM, PROFILE_LENGTH, profilesAlong, REACH_MM } from './density-profiles.ts';
import { type Plane, planeToSpace } from './plane.ts';
import type { TissueMap, TissueMaps } from './tissue-maps.ts';

/** A row with teeth at fewer of its points than this fraction is edentulous. */
const EDENTULOUS_FRACTION = 0.25;
/** Heights above and below the plane at which crowns are searched for. */
const CROWNS_MM = 12;
/** A jaw ends where its density falls below this fraction of its maximum. */
const END_FRACTION = 0.45;
/** Distance of the plane from the crest of the alveolar ridge, inside the jaw. */
const BELOW_CREST_MM = 5;

/**
 * In an edentulous jaw, the template arch fits the body of the mandible best, well below the crest of the
 * ridge, where the jaw is wider and inclined differently. Returns the plane moved to the crest, where the
 * teeth were and implants are placed; null if there are teeth.
 */
export function crestPlane(maps: TissueMaps, plane: Plane, row: Curve): Plane | null {
  const { hardTissue, softTissue, toothThreshold } = maps;
  if (toothFraction(profilesAlong(hardTissue, plane, row), toothThreshold) > EDENTULOUS_FRACTION) return null;
  const mean = meanProfile(profilesAlong(hardTissue, plane, row, JAW_MM));
  const maximum = Math.max(...mean.subarray(REACH_MM - CROWNS_MM, REACH_MM + CROWNS_MM + 1));
  const above = firstHeightBelow(mean, maximum * END_FRACTION, 1);
  const below = firstHeightBelow(mean, maximum * END_FRACTION, -1);
  // Above the maxilla are the nose and the sinuses, above the mandible is soft tissue.
  const isMandible = above !== null && softTissueFraction(softTissue, plane, row, above + 4) > 0.5;
  const rise = isMandible ? above - BELOW_CREST_MM : below === null ? 0 : below + BELOW_CREST_MM;
  return { ...plane, originMm: planeToSpace(plane, [0, 0], rise) };
}

/** The fraction of profiles with a value as dense as a tooth near the plane. */
function toothFraction(profiles: Float32Array, toothThreshold: number): number {
  const steps = profiles.length / PROFILE_LENGTH;
  let teeth = 0;
  for (let step = 0; step < steps; step += 1) {
    const middle = step * PROFILE_LENGTH + REACH_MM;
    const maximum = profiles
      .subarray(middle - CROWNS_MM, middle + CROWNS_MM + 1)
      .reduce((one, other) => Math.max(one, other), 0);
    if (maximum > Math.min(toothThreshold, 0.99)) teeth += 1;
  }
  return toothThreshold >= 1 ? 0 : teeth / steps;
}

function meanProfile(profiles: Float32Array): Float64Array {
  const mean = new Float64Array(PROFILE_LENGTH);
  profiles.forEach((value, at) => {
    mean[at % PROFILE_LENGTH]! += value / (profiles.length / PROFILE_LENGTH);
  });
  return mean;
}

/** The height nearest to the plane, upwards or downwards, at which the profile is below `level`. */
function firstHeightBelow(profile: Float64Array, level: number, direction: 1 | -1): number | null {
  for (let height = 0; Math.abs(height) < REACH_MM; height += direction) {
    if (profile[REACH_MM + height]! < level) return height;
  }
  return null;
}

/** The mean of the soft-tissue map along the row at a height above the plane. */
function softTissueFraction(softTissue: TissueMap, plane: Plane, row: Curve, height: number): number {
  const raised = { ...plane, originMm: planeToSpace(plane, [0, 0], height) };
  const profiles = profilesAlong(softTissue, raised, row);
  const sum = row.points.reduce((all, _, step) => all + profiles[step * PROFILE_LENGTH + REACH_MM]!, 0);
  return sum / row.points.length;
}

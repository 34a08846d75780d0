import type { Curve } from './curve.ts';
import { PROFILE_LENGTH, profilesAlong, JAW_MM, REACH_MM } from './density-profiles.ts';
import type { TissueMaps, TissueMap } from './tissue-maps.ts';
import { type Plane, planeToSpace } from './plane.ts';

/** With teeth on less of the row than this the jaw's own crest tells the plane. */
const FEW_TEETH = 0.25;
/** So near the plane crowns are looked for. */
const CROWNS_MM = 12;
/** Part of the jaw's own density under which it has ended. */
const ENDED = 0.45;
/** The plane is laid so far below the crest of the jaw. */
const BELOW_CREST_MM = 5;

/**
 * Without teeth the usual arch fits the body of the lower jaw best, a finger's breadth below the crest, where it is
 * wider and leans otherwise. The plane moved to the crest, where the teeth were and implants will be; null when there
 * are teeth.
 */
export function crestPlane(
  { mineral, flesh, toothFrom }: TissueMaps,
  plane: Plane,
  row: Curve,
): Plane | null {
  if (toothShare(profilesAlong(mineral, plane, row), toothFrom) > FEW_TEETH) return null;
  const mean = meanOf(profilesAlong(mineral, plane, row, JAW_MM));
  const most = Math.max(...mean.subarray(REACH_MM - CROWNS_MM, REACH_MM + CROWNS_MM + 1));
  const above = ends(mean, most * ENDED, 1);
  const below = ends(mean, most * ENDED, -1);
  // Over the upper jaw there are nose and sinuses, over the lower one flesh.
  const isLower = above !== null && fleshAt(flesh, plane, row, above + 4) > 0.5;
  const rise = isLower ? above - BELOW_CREST_MM : below === null ? 0 : below + BELOW_CREST_MM;
  return { ...plane, originMm: planeToSpace(plane, [0, 0], rise) };
}

/** The part of the row that something as dense as a tooth stands on. */
function toothShare(heights: Float32Array, toothFrom: number): number {
  const steps = heights.length / PROFILE_LENGTH;
  let teeth = 0;
  for (let step = 0; step < steps; step += 1) {
    const from = step * PROFILE_LENGTH + REACH_MM;
    const most = heights
      .subarray(from - CROWNS_MM, from + CROWNS_MM + 1)
      .reduce((one, other) => Math.max(one, other), 0);
    if (most > Math.min(toothFrom, 0.99)) teeth += 1;
  }
  return toothFrom >= 1 ? 0 : teeth / steps;
}

function meanOf(heights: Float32Array): Float64Array {
  const mean = new Float64Array(PROFILE_LENGTH);
  heights.forEach((value, at) => {
    mean[at % PROFILE_LENGTH]! += value / (heights.length / PROFILE_LENGTH);
  });
  return mean;
}

function ends(mean: Float64Array, level: number, way: 1 | -1): number | null {
  for (let height = 0; Math.abs(height) < REACH_MM; height += way) {
    if (mean[REACH_MM + height]! < level) return height;
  }
  return null;
}

function fleshAt(flesh: TissueMap, plane: Plane, row: Curve, height: number): number {
  const raised = { ...plane, originMm: planeToSpace(plane, [0, 0], height) };
  const heights = profilesAlong(flesh, raised, row);
  return (
    row.points.reduce((sum, _, step) => sum + heights[step * PROFILE_LENGTH + REACH_MM]!, 0) /
    row.points.length
  );
}

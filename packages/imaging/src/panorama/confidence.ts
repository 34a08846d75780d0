import type { Curve } from './curve.ts';
import { type TissueMaps, type TissueMap, sampleMap } from './tissue-maps.ts';
import { type Plane, planeToSpace } from './plane.ts';

/** What speaks for a curve being a dental arch; all 0 to 1. */
export type ArchEvidence = {
  /** The part of the row that lies in the scan. */
  seen: number;
  /** The part of the row with tooth or bone on it, on the poorer side of the face. */
  covered: number;
  /** How much denser it is on the row than beside it. */
  contrast: number;
  /** How much of what is inside the row is flesh, and not air, bone or nothing: the tongue. */
  tongue: number;
  /** The same outside, beside the side teeth. A skull's vault has the thickness of the scalp there. */
  cheeks: number;
  /** How much of the way from the tongue to the throat is free of bone: an arch is open at the back, a ring is not. */
  open: number;
};

/** About the plane crowns are looked for; where they are missing, the bone that held them, below and above. */
const CROWNS_MM = [-9, -6, -3, 0, 3, 6, 9] as const;
const LOWER_BONE_MM = [-20, -18, -16, -14, -12] as const;
const UPPER_BONE_MM = [12, 14, 16, 18, 20] as const;
const ON_MM = [-4, -2, 0, 2, 4] as const;
const OUTSIDE_MM = [-14, -12, -10] as const;
const INSIDE_MM = [9.5, 11.5, 13.5] as const;
const BESIDE_MM = [...OUTSIDE_MM, ...INSIDE_MM];
/** A tooth or a jaw's bone, as the mean across it and over the heights. */
const THERE = 0.1;
const WAYS_MM = [-12, -8, -4, 0, 4, 8, 12] as const;
const BEHIND_MM = 12;
const BONE = 0.3;

export function evidenceFor({ mineral, flesh }: TissueMaps, plane: Plane, row: Curve): ArchEvidence {
  const steps = row.points.map((_, step) => {
    const mean = (map: TissueMap, heights: readonly number[], asides: readonly number[]) =>
      meanOf(map, plane, row, step, heights, asides);
    const bands = [CROWNS_MM, LOWER_BONE_MM, UPPER_BONE_MM].map((heights) => ({
      on: mean(mineral, heights, ON_MM),
      beside: mean(mineral, heights, BESIDE_MM),
    }));
    const [crowns] = bands as [(typeof bands)[0]];
    const isSeen = isInside(mineral, planeToSpace(plane, row.points[step]!));
    const isThere = bands.some(({ on, beside }) => on > THERE && on > 1.3 * beside);
    const [tongue, cheek] = [mean(flesh, CROWNS_MM, INSIDE_MM), mean(flesh, CROWNS_MM, OUTSIDE_MM)];
    return { isSeen, isThere, ...crowns, tongue, cheek };
  });
  const seen = steps.filter(({ isSeen }) => isSeen);
  const there = steps.map(({ isThere }) => Number(isThere));
  const half = steps.length >> 1;
  const isAtSide = (step: number) => Math.abs(step - half) > half / 3;
  return {
    seen: seen.length / steps.length,
    covered: Math.min(average(there.slice(0, half)), average(there.slice(half))),
    contrast: average(seen.map(({ on, beside }) => Math.max(0, on - beside) / Math.max(on, 0.05))),
    tongue: average(seen.map(({ tongue }) => tongue)),
    cheeks: average(steps.filter(({ isSeen }, step) => isSeen && isAtSide(step)).map(({ cheek }) => cheek)),
    open: opennessOf(mineral, plane, row),
  };
}

/** Ways from the middle of the arch to behind its ends, side by side: which of them meet no bone. */
function opennessOf(map: TissueMap, plane: Plane, row: Curve): number {
  const [first, last] = [row.points[0]!, row.points.at(-1)!];
  const middle = (first[0] + last[0]) / 2;
  const end = (first[1] + last[1]) / 2;
  const ways = WAYS_MM.flatMap((aside) => [-3, 0, 3].map((height) => ({ aside, height })));
  const free = ways.filter(({ aside, height }) => {
    for (let back = end - 25; back < end + BEHIND_MM; back += 1) {
      const [x, y, z] = planeToSpace(plane, [middle + aside, back], height);
      if (sampleMap(map, x, y, z) > BONE) return false;
    }
    return true;
  });
  return free.length / ways.length;
}

const average = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function meanOf(
  map: TissueMap,
  plane: Plane,
  row: Curve,
  step: number,
  heights: readonly number[],
  asides: readonly number[],
): number {
  const [u, v] = row.points[step]!;
  const [nu, nv] = row.normals[step]!;
  let sum = 0;
  for (const height of heights) {
    for (const aside of asides) {
      const [x, y, z] = planeToSpace(plane, [u + nu * aside, v + nv * aside], height);
      sum += sampleMap(map, x, y, z);
    }
  }
  return sum / (heights.length * asides.length);
}

function isInside({ size, spacingMm, originMm }: TissueMap, place: readonly number[]): boolean {
  return size.every((count, axis) => {
    const at = (place[axis]! - originMm[axis]!) / spacingMm[axis]!;
    return at >= 0 && at <= count - 1;
  });
}

/** All of them must hold: each from where it says nothing to where it is as it should be. */
export const confidenceIn = ({ seen, covered, contrast, tongue, cheeks, open }: ArchEvidence): number =>
  between(seen, 0.45, 0.8) *
  between(covered, 0.3, 0.7) *
  between(contrast, 0.2, 0.55) *
  between(tongue, 0.15, 0.45) *
  between(cheeks, 0.25, 0.5) *
  between(open, 0.3, 0.7);

const between = (value: number, nothing: number, plenty: number) =>
  Math.min(1, Math.max(0, (value - nothing) / (plenty - nothing)));

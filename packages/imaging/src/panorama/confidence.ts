import type { Curve } from './curve.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { sampleMap, type TissueMap, type TissueMaps } from './tissue-maps.ts';

/** Evidence that a curve is a dental arch; all from 0 to 1. */
export type ArchEvidence = {
  /** Fraction of the row inside the scan. */
  inside: number;
  /** Fraction of the row with teeth or bone, on the side of the face where it is smaller. */
  covered: number;
  /** Relative difference of density between the row and its surroundings. */
  contrast: number;
  /** Fraction of soft tissue inside the row: the tongue. */
  tongue: number;
  /**
   * Fraction of soft tissue outside the row beside the posterior teeth. A skull vault has only the scalp
   * there.
   */
  cheeks: number;
  /**
   * Fraction of the paths from the tongue to the throat without bone: an arch is open at the back, a ring is
   * not.
   */
  open: number;
  /**
   * The smaller cosine of the angles between the plane's axes and the patient's. Heads lean by up to 20° about each
   * axis (0.88); an arch in the bones of the skull's base is often turned further.
   */
  upright: number;
};

/** Heights of the crowns above and below the plane, and of the bone that supports them. */
const CROWNS_MM = [-9, -6, -3, 0, 3, 6, 9] as const;
const LOWER_BONE_MM = [-20, -18, -16, -14, -12] as const;
const UPPER_BONE_MM = [12, 14, 16, 18, 20] as const;
/** Offsets across the row: on it, and beside it. */
const ON_MM = [-4, -2, 0, 2, 4] as const;
const OUTSIDE_MM = [-14, -12, -10] as const;
const INSIDE_MM = [9.5, 11.5, 13.5] as const;
const BESIDE_MM = [...OUTSIDE_MM, ...INSIDE_MM];
/** Least mean density of a tooth or jaw bone across the row. */
const MIN_DENSITY = 0.1;
/** Offsets of the paths to the throat from the midline, and their end behind the row. */
const PATHS_MM = [-12, -8, -4, 0, 4, 8, 12] as const;
const BEHIND_MM = 12;
const BONE = 0.3;

/** Measures the evidence for a tooth row in a plane. */
export function evidenceFor({ hardTissue, softTissue }: TissueMaps, plane: Plane, row: Curve): ArchEvidence {
  const steps = row.points.map((_, step) => {
    const mean = (map: TissueMap, heights: readonly number[], offsets: readonly number[]) =>
      meanOf(map, plane, row, step, heights, offsets);
    const regions = [CROWNS_MM, LOWER_BONE_MM, UPPER_BONE_MM].map((heights) => ({
      on: mean(hardTissue, heights, ON_MM),
      beside: mean(hardTissue, heights, BESIDE_MM),
    }));
    const [crowns] = regions as [(typeof regions)[0]];
    const isInside = isInMap(hardTissue, planeToSpace(plane, row.points[step]!));
    const isDense = regions.some(({ on, beside }) => on > MIN_DENSITY && on > 1.3 * beside);
    const tongue = mean(softTissue, CROWNS_MM, INSIDE_MM);
    const cheek = mean(softTissue, CROWNS_MM, OUTSIDE_MM);
    return { isInside, isDense, ...crowns, tongue, cheek };
  });
  const inside = steps.filter(({ isInside }) => isInside);
  const dense = steps.map(({ isDense }) => Number(isDense));
  const half = steps.length >> 1;
  const isPosterior = (step: number) => Math.abs(step - half) > half / 3;
  return {
    inside: inside.length / steps.length,
    covered: Math.min(average(dense.slice(0, half)), average(dense.slice(half))),
    contrast: average(inside.map(({ on, beside }) => Math.max(0, on - beside) / Math.max(on, 0.05))),
    tongue: average(inside.map(({ tongue }) => tongue)),
    cheeks: average(
      steps.filter(({ isInside }, step) => isInside && isPosterior(step)).map(({ cheek }) => cheek),
    ),
    open: opennessOf(hardTissue, plane, row),
    upright: Math.min(plane.back[1], plane.up[2]),
  };
}

/**
 * The fraction of parallel paths, from between the teeth to behind the ends of the row, that meet no bone.
 */
function opennessOf(map: TissueMap, plane: Plane, row: Curve): number {
  const first = row.points[0]!;
  const last = row.points.at(-1)!;
  const middle = (first[0] + last[0]) / 2;
  const end = (first[1] + last[1]) / 2;
  const paths = PATHS_MM.flatMap((offset) => [-3, 0, 3].map((height) => ({ offset, height })));
  const free = paths.filter(({ offset, height }) => {
    for (let back = end - 25; back < end + BEHIND_MM; back += 1) {
      const [x, y, z] = planeToSpace(plane, [middle + offset, back], height);
      if (sampleMap(map, x, y, z) > BONE) return false;
    }
    return true;
  });
  return free.length / paths.length;
}

const average = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of a map at one point of the row, over heights and offsets across the row. */
function meanOf(
  map: TissueMap,
  plane: Plane,
  row: Curve,
  step: number,
  heights: readonly number[],
  offsets: readonly number[],
): number {
  const [u, v] = row.points[step]!;
  const [nu, nv] = row.normals[step]!;
  let sum = 0;
  for (const height of heights) {
    for (const offset of offsets) {
      const [x, y, z] = planeToSpace(plane, [u + nu * offset, v + nv * offset], height);
      sum += sampleMap(map, x, y, z);
    }
  }
  return sum / (heights.length * offsets.length);
}

function isInMap({ size, spacingMm, originMm }: TissueMap, position: readonly number[]): boolean {
  return size.every((count, axis) => {
    const at = (position[axis]! - originMm[axis]!) / spacingMm[axis]!;
    return at >= 0 && at <= count - 1;
  });
}

/**
 * The confidence, 0 to 1: the product of all evidence, each scaled from insufficient (0) to sufficient (1).
 */
export const confidenceIn = ({
  inside,
  covered,
  contrast,
  tongue,
  cheeks,
  open,
  upright,
}: ArchEvidence): number =>
  scaled(inside, 0.45, 0.8) *
  scaled(covered, 0.3, 0.7) *
  scaled(contrast, 0.2, 0.55) *
  scaled(tongue, 0.15, 0.45) *
  scaled(cheeks, 0.3, 0.62) *
  scaled(open, 0.3, 0.7) *
  scaled(upright, 0.839, 0.891);

const scaled = (value: number, insufficient: number, sufficient: number) =>
  Math.min(1, Math.max(0, (value - insufficient) / (sufficient - insufficient)));

import type { Curve } from './curve.ts';
import { PROFILE_LENGTH, profilesAlong, REACH_MM } from './density-profiles.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { sampleMap, type TissueMap, type TissueMaps } from './tissue-maps.ts';

/** Evidence that a part of a curve is a part of a dental arch; all from 0 to 1, except `lengthMm`. */
export type PartEvidence = {
  /** Length of the part of the row that is seen. */
  lengthMm: number;
  /** Fraction of this part with teeth or bone. */
  covered: number;
  /** Relative difference of density between the row and its surroundings. */
  contrast: number;
  /** Fraction of soft tissue beside the row, towards the tongue. */
  tongue: number;
  /** The same towards the cheek, beside posterior teeth; null if the scan does not reach it. Lips are too thin. */
  cheek: number | null;
  /** Fraction of the part with a crown as dense as a tooth. */
  teeth: number;
  /**
   * How much of the density at the height of the crowns is missing farther above and below: 1 for teeth, which end there;
   * 0 for a wall of bone, which continues.
   */
  bounded: number;
  upright: number;
};

const CROWNS_MM = [-9, -6, -3, 0, 3, 6, 9] as const;
const ON_MM = [-4, -2, 0, 2, 4] as const;
const OUTSIDE_MM = [-14, -12, -10] as const;
const INSIDE_MM = [9.5, 11.5, 13.5] as const;
/** Heights at which crowns are searched for, and heights beyond them. */
const CROWN_REACH_MM = 10;
const BEYOND_MM = [17, 26] as const;
/** Least mean density of a tooth or jaw bone across the row. */
const MIN_DENSITY = 0.1;
/** Least sideways part of the normal where the cheek is beside the row, and not the lips. */
const POSTERIOR_NORMAL = 0.8;
/** Longer gaps than this end the part: a scan of one side does not show the other. */
const LONGEST_GAP_MM = 14;
/** Steps nearer than this to the edge of the scan are not seen completely. */
const EDGE_MM = 1;

type Step = {
  isSeen: boolean;
  isDense: boolean;
  isPosterior: boolean;
  on: number;
  beside: number;
  tongue: number;
  cheek: number;
};

/** What the scan shows beside each point of a curve; NaN where it shows nothing. */
function stepsAlong({ hardTissue, softTissue, seen }: TissueMaps, plane: Plane, curve: Curve): Step[] {
  return curve.points.map((point, step) => {
    const mean = (map: TissueMap, offsets: readonly number[]) =>
      seenMean(map, seen, plane, curve, step, offsets);
    const on = mean(hardTissue, ON_MM);
    const beside = mean(hardTissue, [...OUTSIDE_MM, ...INSIDE_MM]);
    return {
      isSeen: isSeenAt(seen, planeToSpace(plane, point)),
      isPosterior: Math.abs(curve.normals[step]![0]) > POSTERIOR_NORMAL,
      isDense: on > MIN_DENSITY && !(on < 1.3 * beside),
      on,
      beside,
      tongue: mean(softTissue, INSIDE_MM),
      cheek: mean(softTissue, OUTSIDE_MM),
    };
  });
}

/** The mean of a map at one point of the curve over the samples that the scan has; NaN without any. */
function seenMean(
  map: TissueMap,
  seen: TissueMap,
  plane: Plane,
  curve: Curve,
  step: number,
  offsets: readonly number[],
): number {
  const [u, v] = curve.points[step]!;
  const [nu, nv] = curve.normals[step]!;
  let sum = 0;
  let count = 0;
  for (const height of CROWNS_MM) {
    for (const offset of offsets) {
      const [x, y, z] = planeToSpace(plane, [u + nu * offset, v + nv * offset], height);
      if (sampleMap(seen, x, y, z) < 0.5) continue;
      sum += sampleMap(map, x, y, z);
      count += 1;
    }
  }
  return count > 0 ? sum / count : Number.NaN;
}

const isSeenAt = (seen: TissueMap, [x, y, z]: readonly [number, number, number]): boolean =>
  [-EDGE_MM, EDGE_MM].every(
    (mm) =>
      sampleMap(seen, x + mm, y, z) > 0.5 &&
      sampleMap(seen, x, y + mm, z) > 0.5 &&
      sampleMap(seen, x, y, z + mm) > 0.5,
  );

/**
 * The longest range of the curve's points that the scan shows with teeth or bone, crossing gaps of missing teeth; null if
 * there is none.
 */
export function seenRange(
  maps: TissueMaps,
  plane: Plane,
  curve: Curve,
): readonly [from: number, to: number] | null {
  const steps = stepsAlong(maps, plane, curve);
  let best: [number, number] | null = null;
  let current: [number, number] | null = null;
  steps.forEach(({ isSeen, isDense }, at) => {
    if (!isSeen || !isDense) return;
    const isNear = current && (at - current[1]) * curve.stepMm <= LONGEST_GAP_MM;
    current = isNear && current ? [current[0], at] : [at, at];
    if (!best || current[1] - current[0] > best[1] - best[0]) best = current;
  });
  return best;
}

/** The length of each end whose confidence is measured. */
const END_MM = 15;

/** The confidence of a row's ends, 0 to 1: how much of each the scan shows with teeth or bone on the curve. */
export type ArchEnds = { right: number; left: number };

/** The confidence of the ends of a row that runs from the patient's right to the left. */
export function endsOf(maps: TissueMaps, plane: Plane, row: Curve): ArchEnds {
  const count = Math.min(row.points.length, Math.round(END_MM / row.stepMm));
  const shown = stepsAlong(maps, plane, row).map(({ isSeen, isDense }) => Number(isSeen && isDense));
  const share = (steps: readonly number[]) => steps.reduce((sum, one) => sum + one, 0) / count;
  return { right: share(shown.slice(0, count)), left: share(shown.slice(-count)) };
}

/** Measures the evidence for the part of a row that `seenRange` has found. */
export function partEvidence(maps: TissueMaps, plane: Plane, part: Curve): PartEvidence {
  const steps = stepsAlong(maps, plane, part);
  const of = (value: (step: Step) => number) => {
    const values = steps.map(value).filter((one) => !Number.isNaN(one));
    return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;
  };
  return {
    lengthMm: (part.points.length - 1) * part.stepMm,
    covered: of(({ isSeen, isDense }) => Number(isSeen && isDense)),
    contrast: of(({ on, beside }) => Math.max(0, on - beside) / Math.max(on, 0.05)),
    tongue: of(({ tongue }) => tongue),
    cheek: steps.some(isBesideCheek) ? of((step) => (isBesideCheek(step) ? step.cheek : Number.NaN)) : null,
    ...heightsOf(maps, plane, part),
    upright: Math.min(plane.back[1], plane.up[2]),
  };
}

const isBesideCheek = ({ cheek, isPosterior }: Step): boolean => isPosterior && !Number.isNaN(cheek);

/** Evidence from the vertical profiles: whether crowns are as dense as teeth, and end above and below. */
function heightsOf(
  { hardTissue, seen, toothThreshold }: TissueMaps,
  plane: Plane,
  part: Curve,
): Pick<PartEvidence, 'teeth' | 'bounded'> {
  const densities = profilesAlong(hardTissue, plane, part);
  const measured = profilesAlong(seen, plane, part);
  const threshold = Math.min(toothThreshold, 0.99);
  const near = new Mean();
  const above = new Mean();
  const below = new Mean();
  let teeth = 0;
  part.points.forEach((_, step) => {
    let highest = 0;
    for (let height = -REACH_MM; height <= REACH_MM; height += 1) {
      const at = step * PROFILE_LENGTH + height + REACH_MM;
      if (measured[at]! < 0.9) continue;
      const far = Math.abs(height);
      if (far <= CROWN_REACH_MM) {
        near.add(densities[at]!);
        highest = Math.max(highest, densities[at]!);
      } else if (far >= BEYOND_MM[0] && far <= BEYOND_MM[1]) (height > 0 ? above : below).add(densities[at]!);
    }
    if (highest > threshold) teeth += 1;
  });
  const beyond = [above, below].map(({ mean }) => mean / Math.max(near.mean, 0.05));
  return {
    teeth: toothThreshold >= 1 ? 0 : teeth / part.points.length,
    bounded: Math.max(...beyond.map((share) => Math.max(0, 1 - share))),
  };
}

/** A mean; infinite without any value, so that what is not seen is no evidence. */
class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }

  get mean(): number {
    return this.#count > 0 ? this.#sum / this.#count : Number.POSITIVE_INFINITY;
  }
}

/**
 * The confidence, 0 to 1: the product of all evidence, each scaled from insufficient (0) to sufficient (1). Without teeth
 * everything else must be beyond doubt, because vertebrae, walls of the skull and other rods of bone resemble a part of a
 * toothless jaw.
 */
export function confidenceInPart(evidence: PartEvidence, rowMm: number): number {
  const { lengthMm, covered, contrast, tongue, cheek, teeth, bounded, upright } = evidence;
  const ofAnyRow =
    scaled(lengthMm / rowMm, 0.18, 0.25) * scaled(covered, 0.5, 0.8) * scaled(upright, 0.839, 0.891);
  const ofTeeth =
    scaled(teeth, 0.15, 0.4) *
    scaled(contrast, 0.3, 0.6) *
    scaled(tongue, 0.2, 0.5) *
    (cheek === null ? 1 : scaled(cheek, 0.2, 0.5)) *
    scaled(bounded, 0.15, 0.45);
  const ofToothlessJaw =
    scaled(lengthMm, 36, 44) *
    scaled(contrast, 0.85, 0.95) *
    scaled(tongue, 0.75, 0.95) *
    (cheek === null ? scaled(lengthMm, 70, 82) : scaled(cheek, 0.35, 0.55)) *
    scaled(bounded, 0.75, 0.95);
  return ofAnyRow * Math.max(ofTeeth, ofToothlessJaw);
}

const scaled = (value: number, insufficient: number, sufficient: number) =>
  Math.min(1, Math.max(0, (value - insufficient) / (sufficient - insufficient)));

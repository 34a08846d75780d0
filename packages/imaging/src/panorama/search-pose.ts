import { type Plane, rotatedAxes } from './plane.ts';
import { templateArch } from './template-arch.ts';
import type { TissueMap } from './tissue-maps.ts';

/**
 * Pose of the template arch: position of the middle of the row in millimetres, rotation in degrees, and size.
 */
export type ArchPose = {
  x: number;
  y: number;
  z: number;
  yaw: number;
  pitch: number;
  roll: number;
  width: number;
  depth: number;
};
type ScoredPose = { pose: ArchPose; score: number };
type Score = (pose: ArchPose) => number;

/** Which poses are searched. */
type PoseSearch = {
  /** Sizes of the template, as factors of an adult's arch. */
  sizes: readonly number[];
  /** The size around which no penalty is due. */
  usualSize: number;
  /** How far outside a small scan the middle of a row may be. */
  outsideMm: number;
  /** Whether only the visible part of a row is scored, so that a part can score as high as a whole row. */
  ofPart: boolean;
  /** Number of poses that are refined. */
  candidates: number;
};

/** An adult's arch whose middle is in the scan. */
export const WHOLE_ARCH: PoseSearch = {
  sizes: [0.85, 1.05],
  usualSize: 1,
  outsideMm: 0,
  ofPart: false,
  candidates: 28,
};
/** A part of an arch. */
const PART_OF_ARCH: PoseSearch = {
  sizes: [0.85, 1.05],
  usualSize: 1,
  outsideMm: 40,
  ofPart: true,
  candidates: 12,
};
/** A child's arch or a part of it. */
const SMALL_ARCH: PoseSearch = { ...PART_OF_ARCH, sizes: [0.62, 0.75], usualSize: 0.7, outsideMm: 25 };

/**
 * Distance from the incisors to the middle of the row, around which poses rotate, so that rotations shift it
 * least.
 */
const ROW_MIDDLE_MM = 24;
const STEP_MM = 2.5;
const COARSE_STEP_MM = 7;
/** Heights above the occlusal plane at which the row is sampled. */
const HEIGHTS_MM = [-10, -6.5, -3, 0, 3, 6.5, 10] as const;
const COARSE_HEIGHTS_MM = [-6, 0, 6] as const;
/** Distances from the teeth to the tongue and to the cheek. */
const INSIDE_MM = 11;
const OUTSIDE_MM = 10.5;
/** Upper bound of a sample, so that a metal crown does not outweigh a tooth. */
const MAX_SAMPLE = 0.75;

/** A wider scan shows the middle of every row. */
const WIDE_MM = 100;

/** The further searches of a scan in which no whole arch of an adult was found. */
export const furtherSearches = ({ size, spacingMm }: TissueMap): PoseSearch[] =>
  Math.min(size[0] * spacingMm[0], size[1] * spacingMm[1]) < WIDE_MM
    ? [PART_OF_ARCH, SMALL_ARCH]
    : [SMALL_ARCH];

/** The occlusal plane of a pose; its origin is at the incisors. */
export const planeOfPose = (pose: ArchPose): Plane => {
  const axes = rotatedAxes(pose);
  const forwards = ROW_MIDDLE_MM * pose.depth;
  return {
    ...axes,
    originMm: [
      pose.x - axes.back[0] * forwards,
      pose.y - axes.back[1] * forwards,
      pose.z - axes.back[2] * forwards,
    ],
  };
};

/**
 * Returns the function that scores poses: high if the scan is dense along the row at the heights of the
 * crowns, and soft on both sides of it. Samples outside the scan contribute 0. Takes some microseconds per
 * pose.
 */
function scorer(
  map: TissueMap,
  { ofPart, usualSize }: PoseSearch,
  stepMm: number,
  heightsMm: readonly number[],
): Score {
  const { size, spacingMm, originMm, values } = map;
  const [nx, ny, nz] = size;
  const fx = 1 / spacingMm[0];
  const fy = 1 / spacingMm[1];
  const fz = 1 / spacingMm[2];
  const weight = 1 / heightsMm.length;
  const template = templateArch({ width: 1, depth: 1 }, stepMm);
  const from = template.row[0];
  const count = template.row[1] - from + 1;
  const valueAt = (x: number, y: number, z: number): number => {
    const i = (x + 0.5) | 0;
    const j = (y + 0.5) | 0;
    const k = (z + 0.5) | 0;
    return x < -0.5 || y < -0.5 || z < -0.5 || i >= nx || j >= ny || k >= nz
      ? -1
      : values[(k * ny + j) * nx + i]!;
  };
  return (pose) => {
    const { left, back, up, originMm: zero } = planeOfPose(pose);
    let total = 0;
    let seen = 0;
    for (let step = 0; step < count; step += 1) {
      const [px, py] = template.points[from + step]!;
      const [nu, nv] = template.normals[from + step]!;
      const u = px * pose.width;
      const v = py * pose.depth;
      let score = 0;
      for (const height of heightsMm) {
        const x = (zero[0] + left[0] * u + back[0] * v + up[0] * height - originMm[0]) * fx;
        const y = (zero[1] + left[1] * u + back[1] * v + up[1] * height - originMm[1]) * fy;
        const z = (zero[2] + left[2] * u + back[2] * v + up[2] * height - originMm[2]) * fz;
        const on = valueAt(x, y, z);
        if (on < 0) continue;
        seen += weight;
        const dx = (left[0] * nu + back[0] * nv) * fx;
        const dy = (left[1] * nu + back[1] * nv) * fy;
        const dz = (left[2] * nu + back[2] * nv) * fz;
        const inside = Math.max(0, valueAt(x + dx * INSIDE_MM, y + dy * INSIDE_MM, z + dz * INSIDE_MM));
        const outside = Math.max(0, valueAt(x - dx * OUTSIDE_MM, y - dy * OUTSIDE_MM, z - dz * OUTSIDE_MM));
        score += weight * (Math.min(on, MAX_SAMPLE) - 0.6 * (inside + outside));
      }
      total += Math.max(-1, score);
    }
    if (ofPart && seen < LEAST_PART * count) return -1;
    // between the mean of the part and that of the row, because a larger part is stronger evidence
    return total / (ofPart ? Math.sqrt(seen * count) : count) - penaltyOf(pose, usualSize);
  };
}

/** Heads are nearly upright and arches nearly of one size: other poses need a better fit. */
const penaltyOf = ({ yaw, pitch, roll, width, depth }: ArchPose, usualSize: number): number =>
  0.02 * ((yaw / 15) ** 2 + (pitch / 15) ** 2 + (roll / 15) ** 2) +
  0.03 * (((width - usualSize) / 0.15) ** 2 + ((depth - usualSize) / 0.15) ** 2);

/** A smaller part of a row is not recognised. */
const LEAST_PART = 0.22;
/** First steps of the hill climbing, in millimetres, degrees and factors; they are halved four times. */
const FIRST_STEPS: ArchPose = { x: 4, y: 4, z: 4, yaw: 6, pitch: 6, roll: 6, width: 0.06, depth: 0.06 };
const PARAMETERS = Object.keys(FIRST_STEPS) as (keyof ArchPose)[];
const HALVINGS = 5;

/**
 * Finds the pose with the best score: a coarse search through the whole scan, then hill climbing from its
 * best poses.
 */
export function searchPose(map: TissueMap, search: PoseSearch): ArchPose {
  const score = scorer(map, search, STEP_MM, HEIGHTS_MM);
  const starts = coarseSearch(map, search, scorer(map, search, COARSE_STEP_MM, COARSE_HEIGHTS_MM));
  const refined = starts.map((start) => climb(start, score));
  return refined.reduce((best, one) => (one.score > best.score ? one : best)).pose;
}

/** The best poses of a regular search that differ in position or rotation. */
function coarseSearch(map: TissueMap, search: PoseSearch, score: Score): ScoredPose[] {
  const sorted = scoreGrid(map, search, score).sort((one, other) => other.score - one.score);
  const candidates: ScoredPose[] = [];
  for (const one of sorted) {
    const isNew = candidates.every(
      ({ pose }) =>
        Math.hypot(pose.x - one.pose.x, pose.y - one.pose.y, pose.z - one.pose.z) > 7 ||
        pose.yaw !== one.pose.yaw ||
        pose.pitch !== one.pose.pitch,
    );
    if (isNew) candidates.push(one);
    if (candidates.length === search.candidates) break;
  }
  return candidates;
}

/** Scores poses on a grid of positions, yaw, pitch and size. */
function scoreGrid(
  { size, spacingMm }: TissueMap,
  { sizes, outsideMm, ofPart }: PoseSearch,
  score: Score,
): ScoredPose[] {
  const [wide, deep, high] = size.map((count, axis) => count * spacingMm[axis]!) as [number, number, number];
  const outside = (sideMm: number) => Math.min(outsideMm, Math.max(0, WIDE_MM - sideMm));
  const aside = outside(wide);
  const before = outside(deep);
  const margin = ofPart ? -aside : 15;
  const leftmost = Math.max(margin, wide / 2 - 40 - aside);
  const rightmost = Math.min(wide - margin, wide / 2 + 41 + aside);
  const all: ScoredPose[] = [];
  for (let z = 4; z < high; z += 6) {
    for (let y = 8 - before; y < deep + before; y += 6) {
      for (let x = leftmost; x < rightmost; x += 6) {
        for (const yaw of [-14, 0, 14]) {
          for (const pitch of [-14, 0, 14]) {
            for (const width of sizes) {
              const pose = { x, y, z, yaw, pitch, roll: 0, width, depth: width };
              all.push({ pose, score: score(pose) });
            }
          }
        }
      }
    }
  }
  return all;
}

/** Hill climbing: changes one parameter at a time while the score improves, with ever smaller steps. */
function climb(start: ScoredPose, score: Score): ScoredPose {
  let best = start;
  for (let fraction = 1; fraction > 1 / 2 ** HALVINGS; fraction /= 2) {
    for (let improved = true; improved;) {
      improved = false;
      for (const parameter of PARAMETERS) {
        for (const by of [-fraction, fraction]) {
          const pose = { ...best.pose, [parameter]: best.pose[parameter] + by * FIRST_STEPS[parameter] };
          const one = { pose, score: score(pose) };
          if (one.score > best.score + 1e-5) {
            best = one;
            improved = true;
          }
        }
      }
    }
  }
  return best;
}

import type { Vector3 } from '../dicom/elements/file.ts';
import type { Densities } from './densities.ts';
import { composed, movedAbout, type Rigid, rotationBy, transformed } from './rigid.ts';
import type { BoneSamples } from './samples.ts';

/** A transform from the fixed volume to the moving one, and how well the volumes agree there. */
export interface Candidate {
  transform: Rigid;
  score: number;
}

const ROTATIONS_DEGREES = [-12, 0, 12] as const;
/** A pose with a smaller part of the points inside the moving volume is not compared. */
const LEAST_INSIDE = 0.3;
/** Candidates are further apart than this number of voxels. */
const APART_VOXELS = 3;
const KEPT_OF_ROTATION = 4;
/** Number of shifts per rotation from which hill climbing starts, because only every fourth shift is scored. */
const TRIED_OF_ROTATION = 8;

/**
 * First, one point in this many is compared. All points are compared unless its score is too low by more than
 * its error.
 */
const SCREENED_EVERY = 5;
const SCREENING_ERROR = 0.2;

interface ScoredShift {
  shift: Vector3;
  score: number;
}

type ScoreOfShift = (x: number, y: number, z: number, every?: number) => number;

/**
 * The poses of the best normalised correlation on a coarse grid: 27 rotations, and the shifts that keep the
 * points in or near the moving volume, or within `reachMm` of the start. Of the shifts by whole voxels, those
 * with three even or three odd numbers are scored, which are a body-centred lattice. The other shifts are next
 * to one of them, and the voxels are smoothed over that distance. Hill climbing from the best of them visits
 * the others.
 */
export function searchPose(
  samples: BoneSamples,
  moving: Densities,
  start: Rigid,
  reachMm: number | undefined,
  onProgress: (done: number) => void,
): Candidate[] {
  const found: Candidate[] = [];
  const turns = ROTATIONS_DEGREES.flatMap((x) =>
    ROTATIONS_DEGREES.flatMap((y) => ROTATIONS_DEGREES.map((z): Vector3 => [x, y, z])),
  );
  for (const [at, degrees] of turns.entries()) {
    const vector = degrees.map((angle) => (angle * Math.PI) / 180) as unknown as Vector3;
    const turned = composed(
      movedAbout(transformed(start, samples.centre), rotationBy(vector), [0, 0, 0]),
      start,
    );
    found.push(...bestShifts(samples, moving, turned, reachMm));
    onProgress((at + 1) / turns.length);
  }
  return found.toSorted((one, other) => other.score - one.score);
}

function bestShifts(
  samples: BoneSamples,
  moving: Densities,
  turned: Rigid,
  reachMm: number | undefined,
): Candidate[] {
  const { size, spacingMm } = moving;
  const voxels = voxelsOf(samples, moving, turned);
  const centre = voxelOf(moving, transformed(turned, samples.centre));
  const ranges = [0, 1, 2].map((axis) => {
    if (reachMm !== undefined) {
      const reach = Math.round(reachMm / spacingMm[axis]!);
      return [-reach, reach] as const;
    }
    const margin = size[axis]! / 4;
    return [Math.ceil(-margin - centre[axis]!), Math.floor(size[axis]! + margin - centre[axis]!)] as const;
  });
  const [[x0, x1], [y0, y1], [z0, z1]] = ranges as [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ];
  const best: ScoredShift[] = [];
  const score: ScoreOfShift = (x, y, z, every = 1) =>
    scoreAt(voxels, samples.values, moving, [x, y, z], every);
  for (let z = z0; z <= z1; z += 1)
    for (let y = firstLike(y0, z); y <= y1; y += 2)
      for (let x = firstLike(x0, z); x <= x1; x += 2) {
        const least = best.length < TRIED_OF_ROTATION ? 0 : best.at(-1)!.score;
        if (score(x, y, z, SCREENED_EVERY) < least - SCREENING_ERROR) continue;
        const here = score(x, y, z);
        if (here > least) keep(best, { shift: [x, y, z], score: here }, TRIED_OF_ROTATION);
      }
  const climbed: ScoredShift[] = [];
  for (const one of best) keep(climbed, climbedTo(one, score), KEPT_OF_ROTATION);
  return climbed.map(({ shift, score: reached }) => ({
    score: reached,
    transform: {
      rotation: turned.rotation,
      shiftMm: turned.shiftMm.map((mm, axis) => mm + shift[axis]! * spacingMm[axis]!) as unknown as Vector3,
    },
  }));
}

/** The first whole number from `from` on that is even if `like` is even, and odd if `like` is odd. */
const firstLike = (from: number, like: number): number => from + (Math.abs(from + like) % 2);

/** The best shift that is reached in steps of one voxel that each improve the score. */
function climbedTo(start: ScoredShift, scoreOf: ScoreOfShift): ScoredShift {
  let best = start;
  for (let from: ScoredShift | undefined; from !== best;) {
    from = best;
    const [x, y, z] = from.shift;
    for (let step = 0; step < 27; step += 1) {
      const shift: Vector3 = [
        x + (step % 3) - 1,
        y + (Math.floor(step / 3) % 3) - 1,
        z + Math.floor(step / 9) - 1,
      ];
      const score = scoreOf(...shift);
      if (score > best.score) best = { shift, score };
    }
  }
  return best;
}

/** Keeps the best `most` shifts; of shifts near each other, only the best. */
function keep(best: ScoredShift[], one: ScoredShift, most: number): void {
  const near = best.findIndex(
    ({ shift: other }) =>
      Math.max(...one.shift.map((at, axis) => Math.abs(at - other[axis]!))) < APART_VOXELS,
  );
  if (near >= 0 && best[near]!.score >= one.score) return;
  if (near >= 0) best.splice(near, 1);
  best.push(one);
  best.sort((left, right) => right.score - left.score);
  best.splice(most);
}

const voxelOf = ({ originMm, spacingMm }: Densities, point: Vector3): Vector3 => [
  (point[0] - originMm[0]) / spacingMm[0],
  (point[1] - originMm[1]) / spacingMm[1],
  (point[2] - originMm[2]) / spacingMm[2],
];

/** The voxels of the moving volume that are nearest to the points, x, y, z one after another. */
function voxelsOf({ points }: BoneSamples, moving: Densities, transform: Rigid): Int32Array {
  const voxels = new Int32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const point = transformed(transform, [points[at]!, points[at + 1]!, points[at + 2]!]);
    voxels.set(voxelOf(moving, point).map(Math.round), at);
  }
  return voxels;
}

/**
 * The score of one point in `every`: the normalised correlation of the points inside the volume, reduced if
 * fewer of them are inside. -1 if too few are.
 */
function scoreAt(
  voxels: Int32Array,
  fixed: Float32Array,
  { size: [nx, ny, nz], values }: Densities,
  [dx, dy, dz]: Vector3,
  every: number,
): number {
  let count = 0;
  let sumF = 0;
  let sumM = 0;
  let sumFF = 0;
  let sumMM = 0;
  let sumFM = 0;
  for (let at = 0, index = 0; index < fixed.length; at += 3 * every, index += every) {
    // unsigned, so that a negative number is larger than every size
    const x = (voxels[at]! + dx) >>> 0;
    const y = (voxels[at + 1]! + dy) >>> 0;
    const z = (voxels[at + 2]! + dz) >>> 0;
    if (x >= nx || y >= ny || z >= nz) continue;
    const m = values[(z * ny + y) * nx + x]!;
    if (m !== m) continue;
    const f = fixed[index]!;
    count += 1;
    sumF += f;
    sumM += m;
    sumFF += f * f;
    sumMM += m * m;
    sumFM += f * m;
  }
  const inside = (count * every) / Math.max(1, fixed.length);
  if (inside < LEAST_INSIDE) return -1;
  const varF = sumFF - (sumF * sumF) / count;
  const varM = sumMM - (sumM * sumM) / count;
  if (varF <= 0 || varM <= 1e-9) return -1;
  // the mean density counts beside the correlation: points in bone have to meet bone
  const correlation = (sumFM - (sumF * sumM) / count) / Math.sqrt(varF * varM);
  const cosine = sumFM / Math.sqrt(sumFF * sumMM);
  return ((correlation + cosine) / 2) * (0.5 + 0.5 * inside);
}

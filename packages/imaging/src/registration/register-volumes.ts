import type { Vector3 } from '../dicom/elements/file.ts';
import { boneOf, type Densities, reduced, smoothed } from './densities.ts';
import { agreementAt, type Agreement, refinePose } from './refine-pose.ts';
import { inverted, type Rigid, UNMOVED } from './rigid.ts';
import { type BoneSamples, type Region, sampleBone } from './samples.ts';
import { type Candidate, searchPose } from './search-pose.ts';

export interface Registration extends Agreement {
  /** from the millimetres of the fixed volume to those of the moving one */
  transform: Rigid;
}

interface RegistrationOptions {
  fixed: Densities;
  moving: Densities;
  /** the pose near which to search; without it, the search covers all poses */
  start?: Rigid | undefined;
  /** compares only what is in this ball of the fixed volume, for example one jaw */
  region?: Region | undefined;
  /** from 0 to 1 */
  onProgress?: (done: number) => void;
}

const COARSE_MM = 4;
const MIDDLE_MM = 2;
const FINE_MM = 1;
const COARSE_POINTS = 400;
const MIDDLE_POINTS = 8000;
const FINE_POINTS = 30_000;
const LOCAL_REACH_MM = 16;
const REFINED_COARSE = 12;
const REFINED_MIDDLE = 3;

/**
 * The rigid motion of the bone between two volumes of one patient. All shifts, and rotations up to 18°, are
 * searched by normalised correlation at 4 mm. The best poses are then refined at 4, 2 and 1 mm. Points are
 * taken from the smaller volume, because the larger one contains more of it than the reverse. The correlation
 * of the result says whether the volumes agree; unrelated volumes give a low one.
 */
export function registerVolumes(options: RegistrationOptions): Registration {
  const { fixed, moving, start, region, onProgress = () => undefined } = options;
  if (!region && volumeOf(moving) < volumeOf(fixed)) {
    const swapped = registerVolumes({
      fixed: moving,
      moving: fixed,
      start: start && inverted(start),
      onProgress,
    });
    return { ...swapped, transform: inverted(swapped.transform) };
  }
  const fixedLevels = levelsOf(fixed);
  const movingLevels = levelsOf(moving);
  const sample = (level: 0 | 1 | 2, most: number): BoneSamples =>
    sampleBone(fixedLevels[level], most, region);
  const coarse = sample(0, COARSE_POINTS);
  const found = searchPose(
    coarse,
    movingLevels[0],
    start ?? centred(coarse, movingLevels[0]),
    start && LOCAL_REACH_MM,
    (done) => onProgress(done * 0.6),
  );
  if (start) found.unshift({ transform: start, score: 0 });
  const first = best(found.slice(0, REFINED_COARSE), sample(0, MIDDLE_POINTS), movingLevels[0]);
  onProgress(0.75);
  const second = best(first.slice(0, REFINED_MIDDLE), sample(1, MIDDLE_POINTS), movingLevels[1]);
  onProgress(0.9);
  const points = sample(2, FINE_POINTS);
  const transform = refinePose(points, movingLevels[2], second[0]?.transform ?? start ?? UNMOVED);
  onProgress(1);
  return { transform, ...agreementAt(points, movingLevels[2], transform) };
}

const volumeOf = ({ size, spacingMm }: Densities): number =>
  size.reduce((product, count, axis) => product * count * spacingMm[axis]!, 1);

/** Bone at the three resolutions, the coarsest first. */
function levelsOf(densities: Densities): readonly [Densities, Densities, Densities] {
  const fine = boneOf(reduced(densities, FINE_MM));
  const middle = reduced(fine, MIDDLE_MM);
  return [smoothed(reduced(middle, COARSE_MM)), smoothed(middle), smoothed(fine)];
}

/** The middle of the points in the middle of the moving volume, not rotated. */
function centred({ centre }: BoneSamples, { size, spacingMm, originMm }: Densities): Rigid {
  const shiftMm = [0, 1, 2].map(
    (axis) => originMm[axis]! + ((size[axis]! - 1) / 2) * spacingMm[axis]! - centre[axis]!,
  ) as unknown as Vector3;
  return { rotation: UNMOVED.rotation, shiftMm };
}

/** A pose with a smaller part of the points inside agrees only by accident, at the edges. */
const LEAST_INSIDE = 0.25;

/** The candidates after refinement, the best first. */
const best = (candidates: readonly Candidate[], samples: BoneSamples, moving: Densities): Candidate[] =>
  candidates
    .map(({ transform: from }) => {
      const transform = refinePose(samples, moving, from);
      const { correlation, inside } = agreementAt(samples, moving, transform);
      return { transform, score: inside < LEAST_INSIDE ? -1 : correlation * (0.5 + 0.5 * inside) };
    })
    .toSorted((one, other) => other.score - one.score);

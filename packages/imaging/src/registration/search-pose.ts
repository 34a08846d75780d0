import type { Vector3 } from '../dicom/file.ts';
import type { Densities } from './densities.ts';
import { composed, movedAbout, type Rigid, rotationBy, transformed } from './rigid.ts';
import type { BoneSamples } from './samples.ts';

/** A transform from the fixed volume to the moving one, and how well the volumes agree there. */
export interface Candidate {
  transform: Rigid;
  score: number;
}

const ROTATIONS_DEGREES = [-12, 0, 12] as const;
/** A pose with fewer of the points inside the moving volume is not compared. */
const LEAST_INSIDE = 0.3;
/** Candidates are further apart than this number of voxels. */
const APART_VOXELS = 3;
const KEPT_OF_ROTATION = 4;

/**
 * The poses of the best normalised correlation on a coarse grid: 27 rotations, and all shifts by whole voxels that keep
 * the points in or near the moving volume, or within `reachMm` of the start.
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
  const best: { shift: Vector3; score: number }[] = [];
  for (let z = z0; z <= z1; z += 1)
    for (let y = y0; y <= y1; y += 1)
      for (let x = x0; x <= x1; x += 1) {
        const score = scoreAt(voxels, samples.values, moving, x, y, z);
        if (score > (best.length < KEPT_OF_ROTATION ? 0 : best.at(-1)!.score)) keep(best, [x, y, z], score);
      }
  return best.map(({ shift, score }) => ({
    score,
    transform: {
      rotation: turned.rotation,
      shiftMm: turned.shiftMm.map((mm, axis) => mm + shift[axis]! * spacingMm[axis]!) as unknown as Vector3,
    },
  }));
}

/** Keeps the best shifts, of near ones the best. */
function keep(best: { shift: Vector3; score: number }[], shift: Vector3, score: number): void {
  const near = best.findIndex(
    ({ shift: other }) => Math.max(...shift.map((at, axis) => Math.abs(at - other[axis]!))) < APART_VOXELS,
  );
  if (near >= 0 && best[near]!.score >= score) return;
  if (near >= 0) best.splice(near, 1);
  best.push({ shift, score });
  best.sort((one, other) => other.score - one.score);
  best.splice(KEPT_OF_ROTATION);
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

/** The normalised correlation of the points inside the volume, less for fewer of them; -1 for too few. */
function scoreAt(
  voxels: Int32Array,
  fixed: Float32Array,
  { size: [nx, ny, nz], values }: Densities,
  dx: number,
  dy: number,
  dz: number,
): number {
  let [count, sumF, sumM, sumFF, sumMM, sumFM] = [0, 0, 0, 0, 0, 0];
  for (let at = 0, index = 0; at < voxels.length; at += 3, index += 1) {
    const x = voxels[at]! + dx;
    const y = voxels[at + 1]! + dy;
    const z = voxels[at + 2]! + dz;
    if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) continue;
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
  const inside = count / Math.max(1, fixed.length);
  if (inside < LEAST_INSIDE) return -1;
  const [varF, varM] = [sumFF - (sumF * sumF) / count, sumMM - (sumM * sumM) / count];
  if (varF <= 0 || varM <= 1e-9) return -1;
  // the mean density counts beside the correlation: points in bone have to meet bone
  const correlation = (sumFM - (sumF * sumM) / count) / Math.sqrt(varF * varM);
  const cosine = sumFM / Math.sqrt(sumFF * sumMM);
  return ((correlation + cosine) / 2) * (0.5 + 0.5 * inside);
}

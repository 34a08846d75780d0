import type { TissueMap } from './tissue-maps.ts';
import { rotatedAxes, type Plane } from './plane.ts';
import { templateArch } from './template-arch.ts';

/** Where the usual arch is held against the scan: its place (of the middle of the row), turn and size. */
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
export type PosedArch = { pose: ArchPose; score: number };

/** The middle of the row lies so far behind the front teeth: heads turn about it, so that turns move little else. */
export const ROW_MIDDLE_MM = 24;
const STEP_MM = 2.5;
const COARSE_STEP_MM = 7;
/** A height above the plane of the bite, and how what is dense there counts. */
type Band = readonly [heightMm: number, weight: number];
const evenly = (...heights: number[]): Band[] => heights.map((height) => [height, 1 / heights.length]);
const COARSE_BANDS = evenly(-6, 0, 6);
const BANDS = evenly(-10, -6.5, -3, 0, 3, 6.5, 10);
/** So far to either side of the teeth there is tongue and cheek. */
const INSIDE_MM = 11;
const OUTSIDE_MM = 10.5;
/** One metal crown shall not outweigh a tooth. */
const MOST = 0.75;

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
 * How well a pose fits: dense along the row, at every height of the crowns, and soft on both sides of it. What lies
 * outside the scan counts nothing. Some microseconds a pose.
 */
function scorer(map: TissueMap, stepMm: number, bands: readonly Band[]): (pose: ArchPose) => number {
  const { size, spacingMm, originMm, values } = map;
  const [nx, ny, nz] = size;
  const [fx, fy, fz] = [1 / spacingMm[0], 1 / spacingMm[1], 1 / spacingMm[2]];
  const shape = templateArch({ width: 1, depth: 1 }, stepMm);
  const from = shape.row[0];
  const count = shape.row[1] - from + 1;
  const at = (x: number, y: number, z: number): number => {
    const [i, j, k] = [(x + 0.5) | 0, (y + 0.5) | 0, (z + 0.5) | 0];
    return x < -0.5 || y < -0.5 || z < -0.5 || i >= nx || j >= ny || k >= nz
      ? -1
      : values[(k * ny + j) * nx + i]!;
  };
  return (pose) => {
    const { left, back, up, originMm: zero } = planeOfPose(pose);
    let total = 0;
    for (let step = 0; step < count; step += 1) {
      const [px, py] = shape.points[from + step]!;
      const [qx, qy] = shape.normals[from + step]!;
      const [u, v] = [px * pose.width, py * pose.depth];
      const [nu, nv] = [qx, qy];
      let point = 0;
      for (const [height, weight] of bands) {
        const x = (zero[0] + left[0] * u + back[0] * v + up[0] * height - originMm[0]) * fx;
        const y = (zero[1] + left[1] * u + back[1] * v + up[1] * height - originMm[1]) * fy;
        const z = (zero[2] + left[2] * u + back[2] * v + up[2] * height - originMm[2]) * fz;
        const on = at(x, y, z);
        if (on < 0) continue;
        if (weight < 0) {
          point += weight * Math.min(on, MOST);
          continue;
        }
        const [dx, dy, dz] = [
          (left[0] * nu + back[0] * nv) * fx,
          (left[1] * nu + back[1] * nv) * fy,
          (left[2] * nu + back[2] * nv) * fz,
        ];
        const inside = Math.max(0, at(x + dx * INSIDE_MM, y + dy * INSIDE_MM, z + dz * INSIDE_MM));
        const outside = Math.max(0, at(x - dx * OUTSIDE_MM, y - dy * OUTSIDE_MM, z - dz * OUTSIDE_MM));
        point += weight * (Math.min(on, MOST) - 0.6 * (inside + outside));
      }
      total += Math.max(-1, point);
    }
    return total / count - unlikely(pose);
  };
}

/** Heads lie nearly straight and arches are nearly of one size: farther off, a better fit is asked for. */
const unlikely = ({ yaw, pitch, roll, width, depth }: ArchPose): number =>
  0.02 * ((yaw / 15) ** 2 + (pitch / 15) ** 2 + (roll / 15) ** 2) +
  0.03 * (((width - 1) / 0.15) ** 2 + ((depth - 1) / 0.15) ** 2);

const KEPT = 28;
/** First steps of the climb: millimetres, degrees and parts; halved four times. */
const STEPS: ArchPose = { x: 4, y: 4, z: 4, yaw: 6, pitch: 6, roll: 6, width: 0.06, depth: 0.06 };
const KEYS = Object.keys(STEPS) as (keyof ArchPose)[];
const HALVINGS = 5;

/** The best pose: a coarse walk through the whole scan, then a climb from the best places. */
export function searchPose(map: TissueMap): PosedArch {
  const score = scorer(map, STEP_MM, BANDS);
  const starts = coarseWalk(map, scorer(map, COARSE_STEP_MM, COARSE_BANDS));
  const climbed = starts.map((start) => climb(start, score));
  return climbed.reduce((best, one) => (one.score > best.score ? one : best));
}

function coarseWalk({ size, spacingMm }: TissueMap, score: (pose: ArchPose) => number): PosedArch[] {
  const [wide, deep, high] = size.map((count, axis) => count * spacingMm[axis]!) as [number, number, number];
  const all: PosedArch[] = [];
  for (let z = 4; z < high; z += 6) {
    for (let y = 8; y < deep; y += 6) {
      for (let x = Math.max(15, wide / 2 - 40); x < Math.min(wide - 15, wide / 2 + 41); x += 6) {
        for (const yaw of [-14, 0, 14]) {
          for (const pitch of [-14, 0, 14]) {
            for (const width of [0.85, 1.05]) {
              const pose = { x, y, z, yaw, pitch, roll: 0, width, depth: width };
              all.push({ pose, score: score(pose) });
            }
          }
        }
      }
    }
  }
  all.sort((one, other) => other.score - one.score);
  const kept: PosedArch[] = [];
  for (const one of all) {
    const isNew = kept.every(
      ({ pose }) =>
        Math.hypot(pose.x - one.pose.x, pose.y - one.pose.y, pose.z - one.pose.z) > 7 ||
        pose.yaw !== one.pose.yaw ||
        pose.pitch !== one.pose.pitch,
    );
    if (isNew) kept.push(one);
    if (kept.length === KEPT) break;
  }
  return kept;
}

function climb(start: PosedArch, score: (pose: ArchPose) => number): PosedArch {
  let best = start;
  for (let part = 1; part > 1 / 2 ** HALVINGS; part /= 2) {
    for (let improved = true; improved;) {
      improved = false;
      for (const key of KEYS) {
        for (const by of [-part, part]) {
          const pose = { ...best.pose, [key]: best.pose[key] + by * STEPS[key] };
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

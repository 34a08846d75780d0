import { type Curve, evenCurve, type Point } from './curve.ts';
import { type TissueMap, sampleMap } from './tissue-maps.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { robustLine } from './smooth.ts';

/** Across the curve: half a millimetre from one sample to the next. */
const ACROSS_MM = 0.5;
/** About the plane, where the crowns stand. */
const HEIGHTS_MM = [-16, -13, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 13, 16] as const;
const SHARES = HEIGHTS_MM.map((height) => 1 / (1 + (height / 9) ** 4));
const SHARE = SHARES.reduce((sum, share) => sum + share, 0);
/** Teeth are eight to eleven millimetres deep: what a tooth's middle is told from. */
const HALF_TOOTH_MM = 5.5;
/** A jaw without teeth is up to fourteen. */
const HALF_JAW_MM = 6.5;
const MARGIN_MM = 8;
/** The price of stepping aside, for the path; and of bending, for the line through it. */
const ASIDE = 0.12;
const STIFFNESS = 400;
const OUTLIER_MM = 3.5;
/** Where nothing is seen the line stays where it was. */
const STAY = 0.004;

/** The ridge of teeth or bone beside a curve: so far to its inner side at every step, and how much of it is there. */
export type Ridge = { asideMm: Float64Array; mineral: Float64Array };

/**
 * Moves a curve onto the ridge of teeth near it: the best path through the unrolled slab (dynamic programming, so that
 * a gap is crossed and a single dense thing aside is not run after), then the middle of what is dense about the path,
 * then a smooth line that outliers do not bend.
 */
export function traceRidge(
  map: TissueMap,
  plane: Plane,
  curve: Curve,
  reachMm: number,
): { curve: Curve; ridge: Ridge } {
  // Wider than the path may go: what lies beside it is told by what lies farther aside.
  const half = Math.round((reachMm + MARGIN_MM) / ACROSS_MM);
  const width = 2 * half + 1;
  const slab = filled(unrolled(map, plane, curve, half), width);
  const path = bestPath(toothLike(slab, width), width, MARGIN_MM / ACROSS_MM);
  const ridge = middles(slab, path, half);
  const weights = ridge.mineral.map((mineral) => mineral + STAY);
  const line = robustLine(
    ridge.asideMm,
    weights,
    STIFFNESS * (curve.stepMm === 1 ? 1 : 1 / curve.stepMm ** 4),
    OUTLIER_MM,
  );
  const moved = curve.points.map(([u, v], at): Point => {
    const [nu, nv] = curve.normals[at]!;
    return [u + nu * line[at]!, v + nv * line[at]!];
  });
  return { curve: evenCurve(moved, curve.stepMm), ridge };
}

/** The mean density over the heights of the crowns, a row for every step of the curve. */
function unrolled(map: TissueMap, plane: Plane, curve: Curve, half: number): Float32Array {
  const width = 2 * half + 1;
  const slab = new Float32Array(curve.points.length * width);
  curve.points.forEach(([u, v], step) => {
    const [nu, nv] = curve.normals[step]!;
    for (let across = -half; across <= half; across += 1) {
      const mm = across * ACROSS_MM;
      let sum = 0;
      HEIGHTS_MM.forEach((height, at) => {
        const [x, y, z] = planeToSpace(plane, [u + nu * mm, v + nv * mm], height);
        sum += SHARES[at]! * sampleMap(map, x, y, z);
      });
      slab[step * width + across + half] = sum / SHARE;
    }
  });
  return slab;
}

/** A toothless jaw is two plates with marrow between them: what lies between dense things is as good as they are. */
function filled(slab: Float32Array, width: number): Float32Array {
  const reach = Math.round(HALF_JAW_MM / ACROSS_MM);
  const extreme = (from: Float32Array, choose: (one: number, other: number) => number) => {
    const found = new Float32Array(from.length);
    for (let row = 0; row < from.length; row += width) {
      for (let at = 0; at < width; at += 1) {
        let best = from[row + at]!;
        // Beyond the slab there is nothing.
        for (let by = at - reach; by <= at + reach; by += 1)
          best = choose(best, by < 0 || by >= width ? 0 : from[row + by]!);
        found[row + at] = best;
      }
    }
    return found;
  };
  return extreme(extreme(slab, Math.max), Math.min);
}

/** What is as wide as a tooth and has softness on both sides: its mean less that of its surroundings. */
function toothLike(slab: Float32Array, width: number): Float32Array {
  const reach = Math.round(HALF_TOOTH_MM / ACROSS_MM) - 2;
  const like = new Float32Array(slab.length);
  for (let row = 0; row < slab.length; row += width) {
    for (let at = 0; at < width; at += 1) {
      let sum = 0;
      for (let by = -2 * reach; by <= 2 * reach; by += 1) {
        const place = at + by;
        if (place < 0 || place >= width) continue;
        const weight = Math.abs(by) <= reach ? 1 - (by / reach) ** 2 / 2 : -0.25;
        sum += weight * slab[row + place]!;
      }
      like[row + at] = sum / reach;
    }
  }
  return like;
}

function bestPath(gain: Float32Array, width: number, margin: number): Int32Array {
  const steps = gain.length / width;
  const best = gain
    .slice(0, width)
    .fill(Number.NEGATIVE_INFINITY, 0, margin)
    .fill(Number.NEGATIVE_INFINITY, width - margin);
  const from = new Int8Array(gain.length);
  const reach = 2;
  let before = new Float32Array(width);
  for (let step = 1; step < steps; step += 1) {
    before = best.slice();
    for (let at = margin; at < width - margin; at += 1) {
      let [most, by] = [Number.NEGATIVE_INFINITY, 0];
      for (let move = -reach; move <= reach; move += 1) {
        if (at + move < 0 || at + move >= width) continue;
        const total = before[at + move]! - ASIDE * move * move;
        if (total > most) [most, by] = [total, move];
      }
      best[at] = most + gain[step * width + at]!;
      from[step * width + at] = by;
    }
  }
  const path = new Int32Array(steps);
  path[steps - 1] = best.reduce((top, value, at) => (value > best[top]! ? at : top), 0);
  for (let step = steps - 1; step > 0; step -= 1)
    path[step - 1] = path[step]! + from[step * width + path[step]!]!;
  return path;
}

/** The centre of gravity of what is dense about the path, and how dense it is there. */
function middles(slab: Float32Array, path: Int32Array, half: number): Ridge {
  const width = 2 * half + 1;
  const reach = Math.round(HALF_TOOTH_MM / ACROSS_MM);
  const asideMm = new Float64Array(path.length);
  const mineral = new Float64Array(path.length);
  path.forEach((start, step) => {
    let centre: number = start;
    let mean = 0;
    for (let round = 0; round < 3; round += 1) {
      let [sum, weighed] = [0, 0];
      const from = Math.max(0, Math.round(centre) - reach);
      const to = Math.min(width - 1, Math.round(centre) + reach);
      for (let at = from; at <= to; at += 1) {
        sum += slab[step * width + at]!;
        weighed += slab[step * width + at]! * at;
      }
      mean = sum / (2 * reach + 1);
      if (sum > 1e-6) centre = weighed / sum;
    }
    asideMm[step] = (centre - half) * ACROSS_MM;
    mineral[step] = mean;
  });
  return { asideMm, mineral };
}

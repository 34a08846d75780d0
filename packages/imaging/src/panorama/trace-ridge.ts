import { type Curve, evenCurve, type Point } from './curve.ts';
import { type Plane, planeToSpace } from './plane.ts';
import { robustLine } from './smooth.ts';
import { sampleMap, type TissueMap, type TissueMaps } from './tissue-maps.ts';

/** Distance between samples across the curve. */
const ACROSS_MM = 0.5;
/**
 * Heights above and below the plane at which the crowns are sampled; heights near the plane have more weight.
 */
const HEIGHTS_MM = [-16, -13, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 13, 16] as const;
const HEIGHT_WEIGHTS = HEIGHTS_MM.map((height) => 1 / (1 + (height / 9) ** 4));
const TOTAL_WEIGHT = HEIGHT_WEIGHTS.reduce((sum, weight) => sum + weight, 0);
/** Half the depth of a tooth across the arch, which is 8 to 11 mm. */
const HALF_TOOTH_MM = 5.5;
/** An edentulous jaw is up to 14 mm deep. */
const HALF_JAW_MM = 6.5;
/**
 * The slab is wider than the path by this much on both sides, because the ridge filter needs the
 * surroundings.
 */
const MARGIN_MM = 8;
/** Penalty of the path for moving aside, and of the smoothed line for bending. */
const ASIDE_PENALTY = 0.12;
const STIFFNESS = 400;
const OUTLIER_MM = 3.5;
/** Least weight of a point, which keeps the line in place where nothing is dense. */
const MIN_WEIGHT = 0.004;

/**
 * The ridge of teeth or bone beside a curve: per point, its offset along the normal, and its mean density.
 */
type Ridge = { offsetsMm: Float64Array; densities: Float64Array };

/**
 * Moves a curve onto the ridge of teeth or bone at most `reachMm` beside it, in three steps. First, dynamic
 * programming finds the best path through the unrolled slab, which crosses gaps and ignores single dense
 * objects. Then the path moves to the centre of mass around it. Last, a smooth line is fitted that is robust
 * against outliers.
 */
export function traceRidge(
  { hardTissue: map, seen }: Pick<TissueMaps, 'hardTissue' | 'seen'>,
  plane: Plane,
  curve: Curve,
  reachMm: number,
): Curve {
  const half = Math.round((reachMm + MARGIN_MM) / ACROSS_MM);
  const width = 2 * half + 1;
  const slab = closed(unrolledSlab(map, plane, curve, half), width);
  const path = bestPath(ridgeFiltered(slab, width), width, MARGIN_MM / ACROSS_MM);
  const ridge = centresOfMass(slab, path, half);
  const weights = ridge.densities.map(
    (density, step) =>
      MIN_WEIGHT + (isSeenAcross(seen, plane, curve, step, ridge.offsetsMm[step]!) ? density : 0),
  );
  const line = robustLine(
    ridge.offsetsMm,
    weights,
    STIFFNESS * (curve.stepMm === 1 ? 1 : 1 / curve.stepMm ** 4),
    OUTLIER_MM,
  );
  const moved = curve.points.map(([u, v], at): Point => {
    const [nu, nv] = curve.normals[at]!;
    return [u + nu * line[at]!, v + nv * line[at]!];
  });
  return evenCurve(moved, curve.stepMm);
}

/**
 * Whether the scan shows the tooth at a point in its whole depth. The centre of mass of a tooth that the edge of the scan
 * cuts is not its middle, so the line is extended past it.
 */
function isSeenAcross(seen: TissueMap, plane: Plane, curve: Curve, step: number, offsetMm: number): boolean {
  const [u, v] = curve.points[step]!;
  const [nu, nv] = curve.normals[step]!;
  return [-HALF_TOOTH_MM, HALF_TOOTH_MM].every((side) => {
    const mm = offsetMm + side;
    const [x, y, z] = planeToSpace(plane, [u + nu * mm, v + nv * mm]);
    return sampleMap(seen, x, y, z) > 0.5;
  });
}

/**
 * The weighted mean density over the heights of the crowns: a row of `2 * half + 1` samples per point of the
 * curve.
 */
function unrolledSlab(map: TissueMap, plane: Plane, curve: Curve, half: number): Float32Array {
  const width = 2 * half + 1;
  const slab = new Float32Array(curve.points.length * width);
  curve.points.forEach(([u, v], step) => {
    const [nu, nv] = curve.normals[step]!;
    for (let across = -half; across <= half; across += 1) {
      const mm = across * ACROSS_MM;
      let sum = 0;
      HEIGHTS_MM.forEach((height, at) => {
        const [x, y, z] = planeToSpace(plane, [u + nu * mm, v + nv * mm], height);
        sum += HEIGHT_WEIGHTS[at]! * sampleMap(map, x, y, z);
      });
      slab[step * width + across + half] = sum / TOTAL_WEIGHT;
    }
  });
  return slab;
}

/**
 * Morphological closing across the curve: fills the marrow between the two cortical plates of an edentulous
 * jaw.
 */
function closed(slab: Float32Array, width: number): Float32Array {
  const reach = Math.round(HALF_JAW_MM / ACROSS_MM);
  const extreme = (from: Float32Array, choose: (one: number, other: number) => number) => {
    const result = new Float32Array(from.length);
    for (let row = 0; row < from.length; row += width) {
      for (let at = 0; at < width; at += 1) {
        let best = from[row + at]!;
        // Samples outside the slab are 0.
        for (let by = at - reach; by <= at + reach; by += 1)
          best = choose(best, by < 0 || by >= width ? 0 : from[row + by]!);
        result[row + at] = best;
      }
    }
    return result;
  };
  return extreme(extreme(slab, Math.max), Math.min);
}

/** High for structures as wide as a tooth with soft surroundings: the mean minus that of the surroundings. */
function ridgeFiltered(slab: Float32Array, width: number): Float32Array {
  const reach = Math.round(HALF_TOOTH_MM / ACROSS_MM) - 2;
  const filtered = new Float32Array(slab.length);
  for (let row = 0; row < slab.length; row += width) {
    for (let at = 0; at < width; at += 1) {
      let sum = 0;
      for (let by = -2 * reach; by <= 2 * reach; by += 1) {
        const index = at + by;
        if (index < 0 || index >= width) continue;
        const weight = Math.abs(by) <= reach ? 1 - (by / reach) ** 2 / 2 : -0.25;
        sum += weight * slab[row + index]!;
      }
      filtered[row + at] = sum / reach;
    }
  }
  return filtered;
}

/**
 * The path along the curve with the largest gain minus penalties: one column per row, at least `margin` from
 * the edges.
 */
function bestPath(gain: Float32Array, width: number, margin: number): Int32Array {
  const steps = gain.length / width;
  const best = gain
    .slice(0, width)
    .fill(Number.NEGATIVE_INFINITY, 0, margin)
    .fill(Number.NEGATIVE_INFINITY, width - margin);
  const moves = new Int8Array(gain.length);
  const reach = 2;
  let previous = new Float32Array(width);
  for (let step = 1; step < steps; step += 1) {
    previous = best.slice();
    for (let at = margin; at < width - margin; at += 1) {
      let largest = Number.NEGATIVE_INFINITY;
      let by = 0;
      for (let move = -reach; move <= reach; move += 1) {
        if (at + move < 0 || at + move >= width) continue;
        const total = previous[at + move]! - ASIDE_PENALTY * move * move;
        if (total > largest) [largest, by] = [total, move];
      }
      best[at] = largest + gain[step * width + at]!;
      moves[step * width + at] = by;
    }
  }
  const path = new Int32Array(steps);
  path[steps - 1] = best.reduce((top, value, at) => (value > best[top]! ? at : top), 0);
  for (let step = steps - 1; step > 0; step -= 1)
    path[step - 1] = path[step]! + moves[step * width + path[step]!]!;
  return path;
}

/** The centre of mass around each point of the path, and the mean density there. */
function centresOfMass(slab: Float32Array, path: Int32Array, half: number): Ridge {
  const width = 2 * half + 1;
  const reach = Math.round(HALF_TOOTH_MM / ACROSS_MM);
  const offsetsMm = new Float64Array(path.length);
  const densities = new Float64Array(path.length);
  path.forEach((start, step) => {
    let centre: number = start;
    let mean = 0;
    for (let round = 0; round < 3; round += 1) {
      let sum = 0;
      let weightedSum = 0;
      const from = Math.max(0, Math.round(centre) - reach);
      const to = Math.min(width - 1, Math.round(centre) + reach);
      for (let at = from; at <= to; at += 1) {
        sum += slab[step * width + at]!;
        weightedSum += slab[step * width + at]! * at;
      }
      mean = sum / (2 * reach + 1);
      if (sum > 1e-6) centre = weightedSum / sum;
    }
    offsetsMm[step] = (centre - half) * ACROSS_MM;
    densities[step] = mean;
  });
  return { offsetsMm, densities };
}

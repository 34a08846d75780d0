import { clamp, type Vec2, type Vec3 } from './vectors.ts';
import { dot, endsOf, moved, type Rod, scale, subtract } from './rod.ts';

/** The nearest points of two solids. `mm` is 0 if they touch or overlap. */
export interface Clearance {
  mm: number;
  from: Vec3;
  to: Vec3;
}

/**
 * The point of a rod that is nearest to a point; the point itself if it is inside.
 * @internal
 */
export function nearestInRod(rod: Rod, point: Vec3): Vec3 {
  const relative = subtract(point, rod.from);
  const along = dot(relative, rod.direction);
  const across = moved(relative, rod.direction, -along);
  const radius = Math.hypot(...across);
  const [t, rho] = nearestInProfile(rod, [along, radius]);
  const onAxis = moved(rod.from, rod.direction, t);
  return radius === 0 ? onAxis : moved(onAxis, scale(across, 1 / radius), rho);
}

/** The nearest point in the half plane through the axis; points are given by the distances along the axis and from it. */
function nearestInProfile({ radiusMm, cylinderMm, capsMm }: Rod, [t, rho]: Vec2): Vec2 {
  const [start, end] = cylinderMm;
  if (t > end) return inCap(t - end, rho, capsMm[1], radiusMm, (beyond) => end + beyond);
  if (t < start) return inCap(start - t, rho, capsMm[0], radiusMm, (beyond) => start - beyond);
  return [t, Math.min(rho, radiusMm)];
}

const CAP_STEPS = 40;

/** The nearest point in a half ellipsoid to a point `beyond` its base and `rho` from its axis. */
function inCap(
  beyond: number,
  rho: number,
  cap: number,
  radius: number,
  placed: (beyond: number) => number,
): Vec2 {
  if (cap === 0) return [placed(0), Math.min(rho, radius)];
  if ((beyond / cap) ** 2 + (rho / radius) ** 2 <= 1) return [placed(beyond), rho];
  if (cap === radius) {
    const by = radius / Math.hypot(beyond, rho);
    return [placed(beyond * by), rho * by];
  }
  // outside of an ellipse the distance has one minimum in the quadrant of the point
  const at = (angle: number): Vec2 => [cap * Math.sin(angle), radius * Math.cos(angle)];
  const distance = (angle: number) => Math.hypot(at(angle)[0] - beyond, at(angle)[1] - rho);
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < CAP_STEPS; step += 1) {
    const one = low + (high - low) * 0.4;
    const other = low + (high - low) * 0.6;
    if (distance(one) < distance(other)) high = other;
    else low = one;
  }
  const [along, across] = at((low + high) / 2);
  return [placed(along), across];
}

/** Rods that nearly touch along their lengths converge slowly; after this many steps the error is below 0.02 mm. */
const PROJECTIONS = 400;
const CONVERGED_MM = 1e-5;

/**
 * The clearance of two rods, by projecting alternately onto both: for convex sets the points converge to the nearest
 * pair (W. Cheney, A. A. Goldstein, Proximity maps for convex sets, 1959). It starts at the nearest points of the axes.
 * @internal
 */
export function clearanceOf(one: Rod, other: Rod): Clearance {
  let to = nearestOnAxes(one, other);
  let from = nearestInRod(one, to);
  for (let step = 0; step < PROJECTIONS; step += 1) {
    to = nearestInRod(other, from);
    const next = nearestInRod(one, to);
    const shift = Math.hypot(...subtract(next, from));
    from = next;
    if (shift < CONVERGED_MM) break;
  }
  const mm = Math.hypot(...subtract(to, from));
  return { mm: mm < 1e-3 ? 0 : mm, from, to };
}

/** The least clearance from a rod to any of several others; undefined without others. */
export function leastClearance(rod: Rod, others: readonly Rod[]): Clearance | undefined {
  let least: Clearance | undefined;
  for (const other of others) {
    if (least && lowerBound(rod, other) >= least.mm) continue;
    const clearance = clearanceOf(rod, other);
    if (!least || clearance.mm < least.mm) least = clearance;
  }
  return least;
}

/** A lower bound of the clearance: the distance of the balls about both rods. */
function lowerBound(one: Rod, other: Rod): number {
  const a = ballOf(one);
  const b = ballOf(other);
  return Math.hypot(...subtract(b.center, a.center)) - a.radius - b.radius;
}

function ballOf(rod: Rod): { center: Vec3; radius: number } {
  const [first, last] = endsOf(rod);
  return {
    center: moved(rod.from, rod.direction, (first + last) / 2),
    radius: Math.hypot((last - first) / 2, rod.radiusMm),
  };
}

/** The point of the other rod's axis that is nearest to the first rod's axis. */
function nearestOnAxes(one: Rod, other: Rod): Vec3 {
  const [first, last] = endsOf(other);
  const [low, high] = endsOf(one);
  const gap = (t: number) => {
    const point = moved(other.from, other.direction, t);
    const s = clamp(dot(subtract(point, one.from), one.direction), low, high);
    return Math.hypot(...subtract(point, moved(one.from, one.direction, s)));
  };
  // the distance of a point of a line from a segment is convex along the line
  let from = first;
  let to = last;
  for (let step = 0; step < CAP_STEPS; step += 1) {
    const a = from + (to - from) * 0.4;
    const b = from + (to - from) * 0.6;
    if (gap(a) < gap(b)) to = b;
    else from = a;
  }
  return moved(other.from, other.direction, (from + to) / 2);
}

import type { Curve, Point } from '@snimok/imaging/panorama/curve';
import type { Vec2 } from './vectors.ts';

/** The point of a walked curve that is nearest: how far along it lies, and how far beside (to the tongue positive). */
export function nearestOn(
  { points, normals, stepMm }: Curve,
  [x, y]: Point,
): { along: number; beside: number } {
  let best = 0;
  let least = Infinity;
  points.forEach(([px, py], at) => {
    const square = (px - x) ** 2 + (py - y) ** 2;
    if (square < least) [least, best] = [square, at];
  });
  const [point, normal] = [points[best], normals[best]];
  if (!point || !normal) return { along: 0, beside: 0 };
  const offset: Vec2 = [x - point[0], y - point[1]];
  const beside = offset[0] * normal[0] + offset[1] * normal[1];
  // what is left of the offset lies along the curve
  const rest = offset[0] * normal[1] - offset[1] * normal[0];
  const isEnd = best === 0 || best === points.length - 1;
  return { along: best * stepMm + (isEnd ? 0 : rest), beside };
}

/** The place and the direction to the tongue at a length along the curve. */
export function placeOn({ points, normals, stepMm }: Curve, along: number): { at: Point; inwards: Point } {
  const position = Math.min(points.length - 1, Math.max(0, along / stepMm));
  const [low, part] = [Math.floor(position), position % 1];
  const mix = (list: readonly Point[]): Point => {
    const [from, to] = [list[low]!, list[Math.min(points.length - 1, low + 1)]!];
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const normal = mix(normals);
  const size = Math.hypot(...normal) || 1;
  return { at: mix(points), inwards: [normal[0] / size, normal[1] / size] };
}

/** Where the segment of control points lies into which a new one belongs. */
export function segmentAt(points: readonly Vec2[], [x, y]: Vec2): number {
  let best = 0;
  let least = Infinity;
  for (let at = 0; at + 1 < points.length; at += 1) {
    const [[ax, ay], [bx, by]] = [points[at]!, points[at + 1]!];
    const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const part = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
    const distance = (ax + (bx - ax) * part - x) ** 2 + (ay + (by - ay) * part - y) ** 2;
    if (distance < least) [least, best] = [distance, at];
  }
  return best;
}

const BETWEEN = 12;

/** A smooth line through control points (centripetal Catmull–Rom: no loops however unevenly they lie). */
export function throughPoints(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  const at = (index: number): Point => {
    const found = points[index];
    if (found) return found;
    // beyond an end the curve goes on straight
    const [end, before] = index < 0 ? [points[0]!, points[1]!] : [points.at(-1)!, points.at(-2)!];
    return [2 * end[0] - before[0], 2 * end[1] - before[1]];
  };
  for (let index = 0; index + 1 < points.length; index += 1) {
    const four = [at(index - 1), at(index), at(index + 1), at(index + 2)] as const;
    for (let step = 0; step < BETWEEN; step += 1) line.push(centripetal(four, step / BETWEEN));
  }
  line.push(points.at(-1)!);
  return line;
}

function centripetal([p0, p1, p2, p3]: readonly [Point, Point, Point, Point], part: number): Point {
  const knot = (one: Point, other: Point) =>
    Math.sqrt(Math.hypot(other[0] - one[0], other[1] - one[1])) || 1e-6;
  const t1 = knot(p0, p1);
  const t2 = t1 + knot(p1, p2);
  const t3 = t2 + knot(p2, p3);
  const t = t1 + (t2 - t1) * part;
  const mix = (one: Point, other: Point, from: number, to: number): Point => {
    const share = (t - from) / (to - from);
    return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
  };
  const [a1, a2, a3] = [mix(p0, p1, 0, t1), mix(p1, p2, t1, t2), mix(p2, p3, t2, t3)];
  return mix(mix(a1, a2, 0, t2), mix(a2, a3, t1, t3), t1, t2);
}

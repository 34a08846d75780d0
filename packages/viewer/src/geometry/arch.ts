import { type Curve, evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import { clamp, type Vec2 } from './vectors.ts';

/**
 * Projects a point onto an evenly sampled curve. Returns the length along the curve, and the distance from it
 * (positive towards the tongue), both in the curve's millimetres.
 */
export function nearestOnCurve(
  { points, normals, stepMm }: Curve,
  [x, y]: Point,
): { alongMm: number; offset: number } {
  let nearest = 0;
  let least = Infinity;
  points.forEach(([px, py], at) => {
    const squared = (px - x) ** 2 + (py - y) ** 2;
    if (squared < least) [least, nearest] = [squared, at];
  });
  const point = points[nearest];
  const normal = normals[nearest];
  if (!point || !normal) return { alongMm: 0, offset: 0 };
  const dx = x - point[0];
  const dy = y - point[1];
  const offset = dx * normal[0] + dy * normal[1];
  // between two samples the position follows from the component along the curve
  const tangential = dx * normal[1] - dy * normal[0];
  const isEnd = nearest === 0 || nearest === points.length - 1;
  return { alongMm: nearest * stepMm + (isEnd ? 0 : tangential), offset };
}

/** The point at a length along the curve, and the unit normal there, which points to the tongue. */
export function pointOnCurve(
  { points, normals, stepMm }: Curve,
  alongMm: number,
): { at: Point; inwards: Point } {
  const position = clamp(alongMm / stepMm, 0, points.length - 1);
  const low = Math.floor(position);
  const fraction = position % 1;
  const interpolate = (list: readonly Point[]): Point => {
    const from = list[low]!;
    const to = list[Math.min(points.length - 1, low + 1)]!;
    return [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction];
  };
  const normal = interpolate(normals);
  const length = Math.hypot(...normal) || 1;
  return { at: interpolate(points), inwards: [normal[0] / length, normal[1] / length] };
}

/** The index of the segment nearest to a point: a new control point is inserted after this index. */
export function nearestSegment(points: readonly Vec2[], [x, y]: Vec2): number {
  let nearest = 0;
  let least = Infinity;
  for (let at = 0; at + 1 < points.length; at += 1) {
    const [ax, ay] = points[at]!;
    const [bx, by] = points[at + 1]!;
    const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const fraction = clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / lengthSquared, 0, 1);
    const squared = (ax + (bx - ax) * fraction - x) ** 2 + (ay + (by - ay) * fraction - y) ** 2;
    if (squared < least) [least, nearest] = [squared, at];
  }
  return nearest;
}

/** A point of a parallel curve may be nearer than its distance by so much, in mm. */
const NEARER_MM = 0.01;

/**
 * The curve at a distance from another (mm, positive towards the tongue), sampled at even lengths of its own, so that
 * lengths along it are true. Points inside a narrow bend, which are nearer to another part of the curve, are left out:
 * without them the parallel curve does not cross itself.
 */
export function parallelCurve(curve: Curve, offsetMm: number): Curve {
  if (offsetMm === 0) return curve;
  const nearest = (Math.abs(offsetMm) - NEARER_MM) ** 2;
  const line = curve.points
    .map(([x, y], at): Point => {
      const [nx, ny] = curve.normals[at]!;
      return [x + nx * offsetMm, y + ny * offsetMm];
    })
    .filter(([x, y]) => curve.points.every(([px, py]) => (px - x) ** 2 + (py - y) ** 2 >= nearest));
  return line.length < 2 ? curve : evenCurve(line, curve.stepMm);
}

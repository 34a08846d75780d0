import type { Curve, Point } from '@snimok/imaging/panorama/curve';
import type { Vec2 } from './vectors.ts';

/** The point of a walked curve that is nearest: how far along it lies, and how far beside (to the tongue positive). */
export function nearestOnCurve(
  { points, normals, stepMm }: Curve,
  [x, y]: Point,
): { alongMm: number; offset: number } {
  let best = 0;
  let least = Infinity;
  points.forEach(([px, py], at) => {
    const square = (px - x) ** 2 + (py - y) ** 2;
    if (square < least) [least, best] = [square, at];
  });
  const [point, normal] = [points[best], normals[best]];
  if (!point || !normal) return { alongMm: 0, offset: 0 };
  const [dx, dy] = [x - point[0], y - point[1]];
  const offset = dx * normal[0] + dy * normal[1];
  // what is left of the offset lies along the curve
  const rest = dx * normal[1] - dy * normal[0];
  const isEnd = best === 0 || best === points.length - 1;
  return { alongMm: best * stepMm + (isEnd ? 0 : rest), offset };
}

/** The place and the direction to the tongue at a length along the curve. */
export function pointOnCurve(
  { points, normals, stepMm }: Curve,
  alongMm: number,
): { at: Point; inwards: Point } {
  const position = Math.min(points.length - 1, Math.max(0, alongMm / stepMm));
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
export function nearestSegment(points: readonly Vec2[], [x, y]: Vec2): number {
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

import type { Vector3 } from '../dicom/file.ts';
import { type Curve, evenCurve, type Point } from './curve.ts';
import { type Plane, spaceToPlane } from './plane.ts';

/** Between two control points the curve is drawn in so many pieces. */
const PIECES = 24;

/**
 * The smooth curve through control points: a centripetal Catmull-Rom spline (P. J. Barry, R. N. Goldman, 1988), which
 * neither overshoots nor loops between points that lie unevenly. The same in the viewer and where panoramas are made.
 */
export function archSpline(plane: Plane, places: readonly Vector3[], stepMm: number): Curve {
  const points = places.map((place) => spaceToPlane(plane, place));
  const line: Point[] = [];
  for (let at = 0; at + 1 < points.length; at += 1) {
    const [from, to] = [points[at]!, points[at + 1]!];
    const before = points[at - 1] ?? beyond(from, to);
    const after = points[at + 2] ?? beyond(to, from);
    for (let piece = 0; piece < PIECES; piece += 1)
      line.push(between(before, from, to, after, piece / PIECES));
  }
  const last = points.at(-1);
  return evenCurve(last ? [...line, last] : line, stepMm);
}

const beyond = (end: Point, other: Point): Point => [2 * end[0] - other[0], 2 * end[1] - other[1]];

const knot = (one: Point, other: Point) =>
  Math.max(1e-6, Math.sqrt(Math.hypot(other[0] - one[0], other[1] - one[1])));

function between(before: Point, from: Point, to: Point, after: Point, part: number): Point {
  const t1 = knot(before, from);
  const t2 = t1 + knot(from, to);
  const t3 = t2 + knot(to, after);
  const t = t1 + (t2 - t1) * part;
  const mix = (one: Point, other: Point, low: number, high: number): Point => {
    const share = (t - low) / (high - low);
    return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
  };
  const [a, b, c] = [mix(before, from, 0, t1), mix(from, to, t1, t2), mix(to, after, t2, t3)];
  return mix(mix(a, b, 0, t2), mix(b, c, t1, t3), t1, t2);
}

/** As many control points as a hand can move, evenly along a curve; its ends are the first and the last. */
export function controlPoints(curve: Curve, count: number): Point[] {
  const last = curve.points.length - 1;
  return Array.from({ length: count }, (_, at) => curve.points[Math.round((at * last) / (count - 1))]!);
}

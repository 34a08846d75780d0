import type { Vector3 } from '../dicom/elements/file.ts';
import { type Curve, evenCurve, type Point } from './curve.ts';
import { type Plane, spaceToPlane } from './plane.ts';

/** Line segments between two control points. */
const SEGMENTS = 24;

/**
 * The curve of an arch through its control points: a centripetal Catmull-Rom spline (P. J. Barry, R. N.
 * Goldman, 1988), which has neither overshoots nor loops between unevenly spaced points. The viewer and the
 * rendering of panoramas both use this function, so that they have the same curve. `controlPoints` in
 * millimetres of the volume.
 */
export function archSpline(plane: Plane, controlPoints: readonly Vector3[], stepMm: number): Curve {
  const points = controlPoints.map((point) => spaceToPlane(plane, point));
  const line: Point[] = [];
  for (let at = 0; at + 1 < points.length; at += 1) {
    const from = points[at]!;
    const to = points[at + 1]!;
    const before = points[at - 1] ?? mirrored(from, to);
    const after = points[at + 2] ?? mirrored(to, from);
    for (let segment = 0; segment < SEGMENTS; segment += 1)
      line.push(interpolate(before, from, to, after, segment / SEGMENTS));
  }
  const last = points.at(-1);
  return evenCurve(last ? [...line, last] : line, stepMm);
}

/** The missing neighbour of an end point: its neighbour on the other side, mirrored. */
const mirrored = (end: Point, other: Point): Point => [2 * end[0] - other[0], 2 * end[1] - other[1]];

/** The knot interval of a centripetal parametrisation. */
const knot = (one: Point, other: Point) =>
  Math.max(1e-6, Math.sqrt(Math.hypot(other[0] - one[0], other[1] - one[1])));

/** The point at `fraction` of the way between `from` and `to`. */
function interpolate(before: Point, from: Point, to: Point, after: Point, fraction: number): Point {
  const t1 = knot(before, from);
  const t2 = t1 + knot(from, to);
  const t3 = t2 + knot(to, after);
  const t = t1 + (t2 - t1) * fraction;
  const mix = (one: Point, other: Point, low: number, high: number): Point => {
    const weight = (t - low) / (high - low);
    return [one[0] + (other[0] - one[0]) * weight, one[1] + (other[1] - one[1]) * weight];
  };
  const a = mix(before, from, 0, t1);
  const b = mix(from, to, t1, t2);
  const c = mix(to, after, t2, t3);
  return mix(mix(a, b, 0, t2), mix(b, c, t1, t3), t1, t2);
}

/** `count` control points at even distances along a curve, including its ends. */
export function controlPoints(curve: Curve, count: number): Point[] {
  const last = curve.points.length - 1;
  return Array.from({ length: count }, (_, at) => curve.points[Math.round((at * last) / (count - 1))]!);
}

/** A point of a plane, in its millimetres. */
export type Point = readonly [xMm: number, yMm: number];

/** A curve sampled at even steps: points, and unit normals. */
export type Curve = {
  points: readonly Point[];
  normals: readonly Point[];
  stepMm: number;
  lengthMm: number;
};

/**
 * Resamples a polyline at even arc length; the normal of a point is perpendicular to the line between its
 * neighbours.
 */
export function evenCurve(polyline: readonly Point[], stepMm: number): Curve {
  const lengths = [0];
  for (let at = 1; at < polyline.length; at += 1)
    lengths.push(lengths[at - 1]! + distance(polyline[at - 1]!, polyline[at]!));
  const lengthMm = lengths.at(-1) ?? 0;
  const count = Math.floor(lengthMm / stepMm) + 1;
  const points: Point[] = [];
  let segment = 1;
  for (let step = 0; step < count; step += 1) {
    const alongMm = step * stepMm;
    while (segment < polyline.length - 1 && lengths[segment]! < alongMm) segment += 1;
    const from = polyline[segment - 1]!;
    const to = polyline[segment]!;
    const fraction = (alongMm - lengths[segment - 1]!) / (lengths[segment]! - lengths[segment - 1]! || 1);
    points.push([from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction]);
  }
  const normals = points.map((_, at) =>
    normalBetween(points[Math.max(0, at - 1)]!, points[Math.min(count - 1, at + 1)]!),
  );
  return { points, normals, stepMm, lengthMm };
}

const distance = (one: Point, other: Point) => Math.hypot(other[0] - one[0], other[1] - one[1]);

/** Points to the tongue if y points to the back and the curve runs from the patient's right to the left. */
function normalBetween(from: Point, to: Point): Point {
  const length = distance(from, to) || 1;
  return [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
}

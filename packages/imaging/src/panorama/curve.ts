/** A point of an axial plane, in millimetres. */
export type Point = readonly [xMm: number, yMm: number];

/** A curve walked at even steps: where each step is, and the direction across it (to the right of the walk). */
export type Curve = {
  points: readonly Point[];
  normals: readonly Point[];
  stepMm: number;
  lengthMm: number;
};

/** Resamples a polyline at even arc length; normals come from the neighbours on both sides. */
export function evenCurve(polyline: readonly Point[], stepMm: number): Curve {
  const lengths = [0];
  for (let at = 1; at < polyline.length; at += 1)
    lengths.push(lengths[at - 1]! + distance(polyline[at - 1]!, polyline[at]!));
  const lengthMm = lengths.at(-1) ?? 0;
  const count = Math.floor(lengthMm / stepMm) + 1;
  const points: Point[] = [];
  let segment = 1;
  for (let step = 0; step < count; step += 1) {
    const along = step * stepMm;
    while (segment < polyline.length - 1 && lengths[segment]! < along) segment += 1;
    const [from, to] = [polyline[segment - 1]!, polyline[segment]!];
    const part = (along - lengths[segment - 1]!) / (lengths[segment]! - lengths[segment - 1]! || 1);
    points.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  }
  const normals = points.map((_, at) =>
    normalBetween(points[Math.max(0, at - 1)]!, points[Math.min(count - 1, at + 1)]!),
  );
  return { points, normals, stepMm, lengthMm };
}

const distance = (one: Point, other: Point) => Math.hypot(other[0] - one[0], other[1] - one[1]);

/** With y to the back, walking from the patient's right to the left: towards the tongue is positive. */
function normalBetween(from: Point, to: Point): Point {
  const length = distance(from, to) || 1;
  return [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
}

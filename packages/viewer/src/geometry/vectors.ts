export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];

export const lengthOf = (from: Vec3, to: Vec3): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);

/** A polyline's, in the units of its points. */
export const lengthAlong = (points: readonly Vec3[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + lengthOf(points[at]!, point), 0);

/** At the middle one of three points, in degrees. */
export function angleAt(one: Vec3, middle: Vec3, other: Vec3): number {
  const [a, b] = [one, other].map((end) => end.map((value, axis) => value - middle[axis]!)) as [
    number[],
    number[],
  ];
  const product = a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);
  const sizes = Math.hypot(...a) * Math.hypot(...b);
  if (sizes === 0) return 0;
  return (Math.acos(Math.min(1, Math.max(-1, product / sizes))) * 180) / Math.PI;
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

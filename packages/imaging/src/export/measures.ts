type Vec3 = readonly [number, number, number];

const distance = (from: Vec3, to: Vec3): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);

/** Length of a polyline, in the units of its points. */
export const lengthAlong = (points: readonly Vec3[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + distance(points[at]!, point), 0);

/** The angle at the second of three points, in degrees; 0 when two points coincide. */
export function angleAt(one: Vec3, vertex: Vec3, other: Vec3): number {
  const [a, b] = [one, other].map((end) => end.map((value, axis) => value - vertex[axis]!)) as [
    number[],
    number[],
  ];
  const product = a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  if (lengths === 0) return 0;
  return (Math.acos(Math.min(1, Math.max(-1, product / lengths))) * 180) / Math.PI;
}

/** The area of a plane polygon in space, in the square of the units of its points. */
export function areaOf(points: readonly Vec3[]): number {
  let x = 0;
  let y = 0;
  let z = 0;
  points.forEach((from, at) => {
    const to = points[(at + 1) % points.length]!;
    x += from[1] * to[2] - from[2] * to[1];
    y += from[2] * to[0] - from[0] * to[2];
    z += from[0] * to[1] - from[1] * to[0];
  });
  return Math.hypot(x, y, z) / 2;
}

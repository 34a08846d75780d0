import { lengthAlong } from '@snimok/imaging/export/measures';
import { clamp, type Vec2, type Vec3 } from './vectors.ts';

/**
 * A straight solid of revolution: a cylinder with a half ellipsoid at each end, which may be flat. Distances
 * along the axis are measured from `from`, in millimetres.
 */
export interface Rod {
  from: Vec3;
  /** unit vector */
  direction: Vec3;
  radiusMm: number;
  /** where the cylinder begins and ends */
  cylinderMm: Vec2;
  /** heights of the ends; 0: flat */
  capsMm: Vec2;
}

/** An implant: flat at its head, rounded at its apex, `lengthMm` in all. Undefined without a length. */
export function implantRod(head: Vec3, apex: Vec3, diameterMm: number): Rod | undefined {
  const axis = axisOf(head, apex);
  if (!axis) return undefined;
  const cap = Math.min(diameterMm / 2, axis.length);
  return {
    from: head,
    direction: axis.direction,
    radiusMm: diameterMm / 2,
    cylinderMm: [0, axis.length - cap],
    capsMm: [0, cap],
  };
}

/**
 * The sleeve about an implant: all points nearer to its body than the margin, beside it and beyond its apex. It ends at
 * the platform, above which there is nothing to protect.
 */
export const sleeveOf = (implant: Rod, marginMm: number): Rod => ({
  ...implant,
  radiusMm: implant.radiusMm + marginMm,
  capsMm: [implant.capsMm[0], implant.capsMm[1] + marginMm],
});

/** All points within the radius of the line between two points. */
export function capsule(from: Vec3, to: Vec3, diameterMm: number): Rod {
  const radiusMm = diameterMm / 2;
  const axis = axisOf(from, to) ?? { direction: [0, 0, 1], length: 0 };
  return {
    from,
    direction: axis.direction,
    radiusMm,
    cylinderMm: [0, axis.length],
    capsMm: [radiusMm, radiusMm],
  };
}

function axisOf(from: Vec3, to: Vec3): { direction: Vec3; length: number } | undefined {
  const length = lengthAlong([from, to]);
  if (length === 0) return undefined;
  return { direction: scale(subtract(to, from), 1 / length), length };
}

/** The first and the last distance along the axis. */
export const endsOf = ({ cylinderMm: [start, end], capsMm }: Rod): Vec2 => [
  start - capsMm[0],
  end + capsMm[1],
];

/** A straight line: the points `at + offset * along`; `along` is a unit vector. */
interface Line {
  at: Vec3;
  along: Vec3;
}

/**
 * The square of the rod's radius minus the square of the distance from its axis, at the deepest point of a line between
 * two offsets. Positive if the line passes through the rod; -Infinity if it passes beyond its ends. Along a line this
 * is concave and quadratic in each part of the rod, so its maximum is exact.
 */
export function deepest(rod: Rod, { at, along }: Line, [from, to]: Vec2): number {
  const relative = subtract(at, rod.from);
  const t0 = dot(relative, rod.direction);
  const rate = dot(along, rod.direction);
  // the distance from the axis, squared: p + 2 q s + r s²
  const p = dot(relative, relative) - t0 * t0;
  const q = dot(relative, along) - t0 * rate;
  const r = 1 - rate * rate;
  const [first, last] = endsOf(rod);
  const [start, end] = rod.cylinderMm;
  const part = (low: number, high: number, capMm: number, seatMm: number): number => {
    const range = offsetsBetween(t0, rate, [low, high], [from, to]);
    if (!range) return -Infinity;
    // in a cap the radius squared is R² (1 - ((t - seat) / cap)²)
    const flattening = capMm === 0 ? 0 : (rod.radiusMm / capMm) ** 2;
    const curvature = r + flattening * rate * rate;
    const slope = q + flattening * rate * (t0 - seatMm);
    const s = curvature < 1e-12 ? range[0] : clamp(-slope / curvature, range[0], range[1]);
    const height = t0 + rate * s - seatMm;
    return rod.radiusMm ** 2 - flattening * height * height - (p + 2 * q * s + r * s * s);
  };
  return Math.max(
    part(start, end, 0, start),
    rod.capsMm[0] > 0 ? part(first, start, rod.capsMm[0], start) : -Infinity,
    rod.capsMm[1] > 0 ? part(end, last, rod.capsMm[1], end) : -Infinity,
  );
}

/** A smaller slope counts as parallel to a plane: over the length of a jaw, it is less than a micrometre. */
const PARALLEL = 1e-9;

/** The offsets between `from` and `to` at which `t0 + rate * offset` is between two values. */
export function offsetsBetween(
  t0: number,
  rate: number,
  [low, high]: Vec2,
  [from, to]: Vec2,
): Vec2 | undefined {
  if (Math.abs(rate) < PARALLEL) return t0 >= low && t0 <= high ? [from, to] : undefined;
  const one = (low - t0) / rate;
  const other = (high - t0) / rate;
  const range: Vec2 = [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))];
  return range[0] <= range[1] ? range : undefined;
}

export const dot = (one: Vec3, other: Vec3): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const subtract = (one: Vec3, other: Vec3): Vec3 => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
];
export const scale = ([x, y, z]: Vec3, by: number): Vec3 => [x * by, y * by, z * by];
export const moved = ([x, y, z]: Vec3, along: Vec3, by: number): Vec3 => [
  x + along[0] * by,
  y + along[1] * by,
  z + along[2] * by,
];
export const cross = (one: Vec3, other: Vec3): Vec3 => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];

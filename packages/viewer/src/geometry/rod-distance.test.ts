import { describe, expect, test } from 'vitest';
import {
  capsule,
  cross,
  dot,
  endsOf,
  implantRod,
  moved,
  type Rod,
  scale,
  sleeveOf,
  subtract,
} from './rod.ts';
import { clearanceOf, leastClearance, nearestInRod } from './rod-distance.ts';
import type { Vec3 } from './vectors.ts';

const unit = (vector: Vec3): Vec3 => scale(vector, 1 / Math.hypot(...vector));

/** Points on the surface of a rod, no farther apart than `stepMm`. */
function surfaceOf(rod: Rod, stepMm: number): Vec3[] {
  const [first, last] = endsOf(rod);
  const side = unit(cross(rod.direction, Math.abs(rod.direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const other = cross(rod.direction, side);
  const points: Vec3[] = [];
  const ring = (t: number, radius: number) => {
    const count = Math.max(1, Math.ceil((2 * Math.PI * radius) / stepMm));
    for (let at = 0; at < count; at += 1) {
      const angle = (2 * Math.PI * at) / count;
      const across = moved(scale(side, radius * Math.cos(angle)), other, radius * Math.sin(angle));
      points.push(moved(moved(rod.from, rod.direction, t), across, 1));
    }
  };
  const radiusAt = (t: number): number => {
    const [start, end] = rod.cylinderMm;
    const [cap, beyond] =
      t < start ? [rod.capsMm[0], start - t] : t > end ? [rod.capsMm[1], t - end] : [1, 0];
    return rod.radiusMm * Math.sqrt(Math.max(0, 1 - (beyond / (cap || 1)) ** 2));
  };
  for (let at = 0; at <= 400; at += 1) {
    const t = first + ((last - first) * (1 - Math.cos((Math.PI * at) / 400))) / 2;
    ring(t, radiusAt(t));
  }
  // the flat head
  for (let radius = 0; radius < rod.radiusMm; radius += stepMm) if (rod.capsMm[0] === 0) ring(first, radius);
  return points;
}

const implant = (head: Vec3, apex: Vec3, diameter: number) => implantRod(head, apex, diameter)!;

const PAIRS: [string, Rod, Rod][] = [
  [
    'an upright implant above a level canal',
    implant([0, 0, 20], [0, 0, 10], 4),
    capsule([-9, 1, 5], [9, 2, 4], 2.7),
  ],
  [
    'an inclined implant beside a canal',
    implant([0, 0, 20], [3, 1, 10], 4.5),
    capsule([7, -9, 8], [6, 9, 13], 2),
  ],
  ['two implants at an angle', implant([0, 0, 20], [0, 0, 8], 4), implant([8, 1, 20], [5, 0, 9], 3.5)],
  ['two parallel implants', implant([0, 0, 20], [0, 0, 8], 4), implant([7, 0, 19], [7, 0, 11], 4)],
  ['heads side by side', implant([0, 0, 20], [-3, 0, 8], 4), implant([6, 0, 20], [9, 0, 9], 4)],
  ['a head above another head', implant([0, 0, 20], [0, 0, 8], 4), implant([1, 0, 24], [1, 0, 33], 5)],
  ['an implant shorter than its radius', implant([0, 0, 4], [0, 0, 3], 6), capsule([-9, 0, 0], [9, 0, 0], 2)],
];

describe('the clearance of solids', () => {
  test.each(PAIRS)('%s is the least distance of points of their surfaces', (_name, one, other) => {
    const clearance = clearanceOf(one, other);
    const a = surfaceOf(one, 0.12);
    const b = surfaceOf(other, 0.12);
    let least = Infinity;
    for (const p of a) {
      const q = nearestInRod(other, p);
      least = Math.min(least, Math.hypot(...subtract(p, q)));
    }
    expect(clearance.mm).toBeGreaterThan(0.3);
    expect(Math.abs(clearance.mm - least)).toBeLessThan(0.05);
    expect(Math.hypot(...subtract(clearance.from, clearance.to))).toBeCloseTo(clearance.mm, 6);
    expect(clearanceOf(other, one).mm).toBeCloseTo(clearance.mm, 2);
    // the projection itself is compared with points of the surface, too
    const outside = a[Math.floor(a.length / 3)]!;
    const nearest = Math.min(...b.map((point) => Math.hypot(...subtract(point, outside))));
    expect(Math.abs(Math.hypot(...subtract(nearestInRod(other, outside), outside)) - nearest)).toBeLessThan(
      0.1,
    );
  });

  test('is zero for an implant that reaches into a canal', () => {
    const through = implant([0, 0, 20], [0, 0, 10], 4);
    expect(clearanceOf(through, capsule([-9, 1, 11], [9, 1, 11], 2)).mm).toBe(0);
    expect(clearanceOf(through, through).mm).toBe(0);
  });

  test('is that of the nearest of several rods, in any order', () => {
    const one = implant([0, 0, 20], [0, 0, 10], 4);
    const canal = [9, 6, 3, 0, -3].map((x) => capsule([x, -5, 6], [x - 3, -5, 5], 2));
    const exact = Math.min(...canal.map((part) => clearanceOf(one, part).mm));
    expect(leastClearance(one, canal)?.mm).toBe(exact);
    expect(leastClearance(one, canal.toReversed())?.mm).toBe(exact);
    expect(leastClearance(one, [])).toBeUndefined();
  });
});

test('the sleeve has the same margin beside the implant and beyond its apex', () => {
  const rod = implant([0, 0, 20], [4, 0, 10], 4);
  const sleeve = sleeveOf(rod, 1.5);
  for (const point of surfaceOf(sleeve, 0.5)) {
    if (dot(subtract(point, rod.from), rod.direction) < 1e-6) continue;
    expect(Math.hypot(...subtract(nearestInRod(rod, point), point))).toBeCloseTo(1.5, 2);
  }
});

import { evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import { expect, test } from 'vitest';
import { capsule, cross, implantRod, type Rod } from './rod.ts';
import { type Outline, rodSection } from './rod-section.ts';
import { crossSectionSurface, panoramaSurface, sliceSurface, type Surface } from './surface.ts';
import type { Vec2, Vec3 } from './vectors.ts';

/* Every outline is compared with points tested one by one against the solid's definition. */

const TOLERANCE_MM = 0.1;
const ROW_STEP_MM = 0.5;
const SAMPLE_MM = 0.05;

const subtract = (one: Vec3, other: Vec3): Vec3 => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
const dot = (one: Vec3, other: Vec3) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

type Solid = (point: Vec3) => boolean;

/** Flat at the head; the last radius before the apex is half a ball. */
const isInImplant = (head: Vec3, apex: Vec3, radius: number): Solid => {
  const axis = subtract(apex, head);
  const length = Math.hypot(...axis);
  const unit = axis.map((value) => value / length) as unknown as Vec3;
  return (point) => {
    const relative = subtract(point, head);
    const along = dot(relative, unit);
    const across = Math.sqrt(Math.max(0, dot(relative, relative) - along * along));
    if (along < 0 || along > length) return false;
    const beyond = along - (length - radius);
    return beyond <= 0 ? across <= radius : Math.hypot(across, beyond) <= radius;
  };
};

const isNearLine = (from: Vec3, to: Vec3, radius: number): Solid => {
  const axis = subtract(to, from);
  return (point) => {
    const fraction = Math.min(1, Math.max(0, dot(subtract(point, from), axis) / dot(axis, axis)));
    return (
      Math.hypot(...subtract(point, from.map((value, at) => value + axis[at]! * fraction) as never)) <= radius
    );
  };
};

/** Whether a picture's position shows the solid anywhere in the slab. */
const isShown = (surface: Surface, solid: Solid, [u, v]: Vec2, [from, to]: Vec2): boolean => {
  const at = surface.toPoint([u, v]);
  const normal = surface.normalAt(u);
  const steps = Math.max(1, Math.round((to - from) / 0.05));
  for (let step = 0; step <= steps; step += 1) {
    const off = from + ((to - from) * step) / steps;
    if (solid([at[0] + normal[0] * off, at[1] + normal[1] * off, at[2] + normal[2] * off])) return true;
  }
  return false;
};

/** Where a row of the picture enters and leaves the outlines. */
const crossingsOf = (outlines: readonly Outline[], v: number): number[] =>
  outlines
    .flatMap((outline) =>
      outline.flatMap(([u1, v1], at) => {
        const [u0, v0] = outline.at(at - 1)!;
        if (v0 > v === v1 > v) return [];
        return [u0 + ((u1 - u0) * (v - v0)) / (v1 - v0)];
      }),
    )
    .toSorted((one, other) => one - other);

const truthOf = (surface: Surface, solid: Solid, v: number, slab: Vec2, [low, high]: Vec2): number[] => {
  const crossings: number[] = [];
  let before = false;
  for (let u = low; u <= high; u += SAMPLE_MM) {
    const now = isShown(surface, solid, [u, v], slab);
    if (now !== before) crossings.push(u - SAMPLE_MM / 2);
    before = now;
  }
  return crossings;
};

/** The largest error of a chord's end; a chord that only one of both has counts with its whole length. */
function largestError(
  surface: Surface,
  rod: Rod,
  solid: Solid,
  slab: Vec2,
  window: readonly [Vec2, Vec2],
): number {
  const outlines = rodSection(rod, surface, slab);
  let largest = 0;
  const [[low, high], [top, bottom]] = window;
  for (let v = top; v <= bottom; v += ROW_STEP_MM) {
    const found = crossingsOf(outlines, v);
    const truth = truthOf(surface, solid, v, slab, [low, high]);
    if (found.length === truth.length)
      found.forEach((u, at) => (largest = Math.max(largest, Math.abs(u - truth[at]!))));
    else largest = Math.max(largest, widthOf(found), widthOf(truth));
  }
  return largest;
}

const widthOf = (crossings: number[]) => (crossings.at(-1) ?? 0) - (crossings[0] ?? 0);

const grid = { size: [100, 100, 100], spacingMm: [0.4, 0.4, 0.4] } as const;
const HEAD: Vec3 = [18, 21, 28];
const APEX: Vec3 = [22, 18, 17];
const RADIUS = 2.05;
const implant = implantRod(HEAD, APEX, 2 * RADIUS)!;
const solid = isInImplant(HEAD, APEX, RADIUS);
const WINDOW = [
  [12, 28],
  [8, 32],
] as const;

test('sections of a tilted implant match the solid at any distance, in all three planes', () => {
  for (const axis of [0, 1, 2] as const)
    for (let mm = 12; mm <= 32; mm += 1.3) {
      const error = largestError(sliceSurface(grid, axis, mm), implant, solid, [0, 0], WINDOW);
      expect(error, `axis ${axis} at ${mm} mm`).toBeLessThan(TOLERANCE_MM);
    }
});

test('an implant is not drawn on a plane beyond its radius, however near', () => {
  const head: Vec3 = [20, 20, 28];
  const apex: Vec3 = [20, 20, 18];
  const upright = implantRod(head, apex, 4)!;
  for (const distance of [2.001, 2.5, 4, 6, 12])
    for (const side of [-1, 1])
      expect(rodSection(upright, sliceSurface(grid, 1, 20 + side * distance), [0, 0])).toEqual([]);
  for (const distance of [0, 0.5, 1, 1.5, 1.9, 1.99]) {
    const [outline] = rodSection(upright, sliceSurface(grid, 1, 20 + distance), [0, 0]);
    const [left, right] = crossingsOf([outline!], 39.8 - 25);
    expect(right! - left!).toBeCloseTo(2 * Math.sqrt(4 - distance * distance), 3);
  }
  expect(rodSection(upright, sliceSurface(grid, 2, 28.01), [0, 0])).toEqual([]);
  expect(rodSection(upright, sliceSurface(grid, 2, 17.99), [0, 0])).toEqual([]);
  expect(rodSection(upright, sliceSurface(grid, 2, 27.99), [0, 0])).toHaveLength(1);
});

test('a section across the axis is an ellipse, whatever the angle', () => {
  for (const degrees of [0, 0.0001, 5, 30, 60]) {
    const tilt = (degrees * Math.PI) / 180;
    const apex: Vec3 = [20 + 20 * Math.sin(tilt), 20, 30 - 20 * Math.cos(tilt)];
    const rod = implantRod([20, 20, 30], apex, 4)!;
    const [outline] = rodSection(rod, sliceSurface(grid, 2, 25), [0, 0]);
    const us = outline!.map(([u]) => u);
    const expected = degrees === 60 ? undefined : 4 / Math.cos(tilt);
    if (expected) expect(Math.max(...us) - Math.min(...us)).toBeCloseTo(expected, 2);
    const vs = outline!.map(([, v]) => v);
    expect(Math.max(...vs) - Math.min(...vs)).toBeCloseTo(4, 2);
  }
});

test('a slab shows every part of an implant that lies in one of its slices', () => {
  for (const mm of [12, 15.5, 17, 20, 23])
    for (const slab of [
      [-1, 1],
      [-5, 5],
      [0, 3],
    ] as const) {
      const error = largestError(sliceSurface(grid, 1, mm), implant, solid, slab, WINDOW);
      expect(error, `${mm} mm, slab ${slab}`).toBeLessThan(TOLERANCE_MM);
    }
});

const halfCircle = Array.from({ length: 181 }, (_, at): Point => {
  const angle = (at * Math.PI) / 180;
  return [20 - 17 * Math.cos(angle), 25 - 17 * Math.sin(angle)];
});
const tilt = Math.PI / 12;
const plane = {
  originMm: [0, 0, 20] as [number, number, number],
  left: [1, 0, 0] as [number, number, number],
  back: [0, Math.cos(tilt), Math.sin(tilt)] as [number, number, number],
  up: cross([1, 0, 0], [0, Math.cos(tilt), Math.sin(tilt)]) as [number, number, number],
};
const arch = { curve: evenCurve(halfCircle, 0.5), plane };
const near = (alongMm: number, off: Vec2, surface: Surface): [Vec3, Vec3] => {
  const point = (u: number, v: number, away: number): Vec3 => {
    const at = surface.toPoint([u, v]);
    const normal = surface.normalAt(u);
    return [at[0] + normal[0] * away, at[1] + normal[1] * away, at[2] + normal[2] * away];
  };
  return [point(alongMm, 6, off[0]), point(alongMm + 2, 15, off[1])];
};

test('the panorama and the cross-sections show an implant where they cut it, and nowhere else', () => {
  const panorama = panoramaSurface(arch, [-12, 12]);
  for (const [one, other] of [
    [0, 0],
    [-1.5, 1],
    [1.5, 4],
    [3, 2.5],
    [6, 6],
  ] as const) {
    const [head, apex] = near(26, [one, other], panorama);
    const rod = implantRod(head, apex, 4)!;
    const inside = isInImplant(head, apex, 2);
    for (const slab of [
      [0, 0],
      [-2.5, 2.5],
    ] as const)
      expect(
        largestError(panorama, rod, inside, slab, [
          [18, 36],
          [2, 20],
        ]),
        `${one} and ${other} mm off, slab ${slab}`,
      ).toBeLessThan(TOLERANCE_MM);
    for (const alongMm of [20, 24, 26.5, 28, 31]) {
      const section = crossSectionSurface(arch, alongMm, 30, [-12, 12]);
      expect(
        largestError(
          section,
          rod,
          inside,
          [0, 0],
          [
            [0, 30],
            [2, 20],
          ],
        ),
        `cross-section at ${alongMm} mm`,
      ).toBeLessThan(TOLERANCE_MM);
    }
  }
});

test('a canal is a ring on the plane that it crosses and a band on the plane in which it runs', () => {
  const from: Vec3 = [10, 20, 20];
  const to: Vec3 = [30, 22, 24];
  const rod = capsule(from, to, 2);
  const inside = isNearLine(from, to, 1);
  for (const axis of [0, 1, 2] as const)
    for (const mm of [19, 20, 21.5, 22.9, 25.2])
      expect(
        largestError(
          sliceSurface(grid, axis, mm),
          rod,
          inside,
          [0, 0],
          [
            [5, 35],
            [10, 30],
          ],
        ),
        `axis ${axis} at ${mm} mm`,
      ).toBeLessThan(TOLERANCE_MM);
  const panorama = panoramaSurface(arch, [-12, 12]);
  expect(
    largestError(
      panorama,
      rod,
      inside,
      [-2, 2],
      [
        [0, panorama.sizeMm[0]],
        [2, 22],
      ],
    ),
  ).toBeLessThan(TOLERANCE_MM);
});

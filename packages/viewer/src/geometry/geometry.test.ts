import { evenCurve, type Point } from '@snimok/imaging/panorama/curve';
import { expect, test } from 'vitest';
import { nearestOnCurve, pointOnCurve, nearestSegment } from './arch.ts';
import { panoramaSurface, crossSectionSurface, sliceSurface } from './surface.ts';
import { angleAt, lengthAlong } from '@snimok/imaging/export/measures';
import type { Vec2, Vec3 } from './vectors.ts';
import {
  projectionOf,
  panBy,
  scaleBarLength,
  toPicture,
  toScreen,
  INITIAL_VIEWPORT,
  zoomAbout,
  type Viewport,
} from './viewport.ts';

const fit = { pane: [800, 400], picture: [100, 80] } as const;
const matrixOf = (viewport: Viewport) => projectionOf(viewport, fit).matrix;
const near = (one: readonly number[], other: readonly number[]) =>
  one.forEach((value, at) => expect(value).toBeCloseTo(other[at]!, 6));

test('a picture fits its pane however it is rotated, and screen positions map back to it', () => {
  for (const quarterTurns of [0, 1, 2, 3])
    for (const mirrored of [false, true]) {
      const matrix = matrixOf({ ...INITIAL_VIEWPORT, quarterTurns, mirrored });
      const corners = [
        [0, 0],
        [100, 0],
        [0, 80],
        [100, 80],
      ].map((corner) => toScreen(matrix, corner as unknown as Vec2));
      const xs = corners.map(([x]) => x);
      const ys = corners.map(([, y]) => y);
      const touches = (least: number, most: number, end: number) =>
        Math.abs(least) < 1e-6 && Math.abs(most - end) < 1e-6;
      expect(
        touches(Math.min(...xs), Math.max(...xs), 800) || touches(Math.min(...ys), Math.max(...ys), 400),
      ).toBe(true);
      near(toPicture(matrix, toScreen(matrix, [12, 34])), [12, 34]);
    }
});

test('a quarter turn is clockwise, and mirroring swaps left and right only', () => {
  const rotated = matrixOf({ ...INITIAL_VIEWPORT, quarterTurns: 1 });
  expect(toScreen(rotated, [0, 0])[0]).toBeGreaterThan(400);
  expect(toScreen(rotated, [0, 0])[1]).toBeLessThan(200);
  const mirrored = matrixOf({ ...INITIAL_VIEWPORT, mirrored: true });
  expect(toScreen(mirrored, [0, 0])[0]).toBeGreaterThan(400);
  expect(toScreen(mirrored, [0, 0])[1]).toBeLessThan(200);
});

test('zooming keeps the position under the pointer, and panning moves it with the pointer', () => {
  const position = toPicture(matrixOf(INITIAL_VIEWPORT), [500, 120]);
  const closer = zoomAbout(INITIAL_VIEWPORT, fit, [500, 120], 3);
  near(toScreen(matrixOf(closer), position), [500, 120]);
  near(toScreen(matrixOf(panBy(closer, fit, [7, -9])), position), [507, 111]);
});

test('the scale bar has a round length and fits the available width', () => {
  expect(scaleBarLength(140, 10)).toBe(10);
  expect(scaleBarLength(140, 6)).toBe(20);
  expect(scaleBarLength(140, 2.5)).toBe(50);
  expect(scaleBarLength(60, 100)).toBe(0.5);
});

test('lengths and angles are computed in three dimensions', () => {
  expect(
    lengthAlong([
      [0, 0, 0],
      [3, 4, 0],
      [3, 4, 12],
    ]),
  ).toBe(17);
  expect(angleAt([1, 0, 0], [0, 0, 0], [0, 0, 5])).toBeCloseTo(90);
  expect(angleAt([0, 0, 0], [0, 0, 0], [1, 0, 0])).toBe(0);
});

const grid = { size: [40, 50, 60], spacingMm: [0.5, 0.4, 0.3] } as const;

test('a position on a slice maps to a point of the volume and back', () => {
  for (const axis of [0, 1, 2] as const) {
    const surface = sliceSurface(grid, axis, 6);
    const point = surface.toPoint([7, 5]);
    expect(point[axis]).toBe(6);
    near(surface.toPosition(point).position, [7, 5]);
    const aside: [number, number, number] = [...point];
    aside[axis] += 2;
    expect(surface.toPosition(aside).offset).toBeCloseTo(2);
  }
  // the upper left corner of a coronal slice is the top of the volume, at the patient's right
  expect(sliceSurface(grid, 1, 0).toPoint([0.25, 0.15])).toEqual([0, 0, expect.closeTo(59 * 0.3)]);
});

const half = Array.from({ length: 61 }, (_, at): Point => {
  const angle = (at * Math.PI) / 60;
  return [30 - 20 * Math.cos(angle), 30 - 20 * Math.sin(angle)];
});
/** Tilt of the plane about the left axis, in radians. */
const tilt = Math.PI / 10;
const plane = {
  originMm: [1, 2, 10] as [number, number, number],
  left: [1, 0, 0] as [number, number, number],
  back: [0, Math.cos(tilt), Math.sin(tilt)] as [number, number, number],
  up: [0, -Math.sin(tilt), Math.cos(tilt)] as [number, number, number],
};
const arch = { curve: evenCurve(half, 0.5), plane };

test('the panorama preserves lengths along the arch, and its positions map to points and back', () => {
  const surface = panoramaSurface(arch, [-10, 20]);
  expect(surface.sizeMm[0]).toBeCloseTo(Math.PI * 20, 0);
  for (const position of [
    [3, 4],
    [31.4, 12],
    [60, 28],
  ] as const) {
    const found = surface.toPosition(surface.toPoint(position));
    expect(found.position[0]).toBeCloseTo(position[0], 1);
    expect(found.position[1]).toBeCloseTo(position[1], 5);
    expect(Math.abs(found.offset)).toBeLessThan(0.02);
  }
});

test('a cross-section is perpendicular to the arch, with the tongue on its right', () => {
  const surface = crossSectionSurface(arch, 10, 30, [-10, 20]);
  const point: Vec3 = surface.toPoint([20, 7]);
  near(surface.toPosition(point).position, [20, 7]);
  expect(surface.toPosition(point).offset).toBeCloseTo(0);
  const { at, inwards } = pointOnCurve(arch.curve, 10);
  const [cheek, tongue] = [-5, 5].map((across) => [at[0] + inwards[0] * across, at[1] + inwards[1] * across]);
  // the tongue is inside the half circle
  const fromMiddle = ([x, y]: number[]) => Math.hypot(x! - 30, y! - 30);
  expect(fromMiddle(tongue!)).toBeLessThan(fromMiddle(cheek!));
});

test('a new control point is inserted into the nearest segment', () => {
  const points = [
    [0, 0],
    [10, 0],
    [10, 10],
  ] as const;
  expect(nearestSegment(points, [4, 1])).toBe(0);
  expect(nearestSegment(points, [11, 6])).toBe(1);
  expect(nearestOnCurve(evenCurve(points, 0.5), [10, 4]).alongMm).toBeCloseTo(14);
});

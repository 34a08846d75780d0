import { cutSheet } from '@snimok/imaging/volume/sheet';
import type { Volume } from '@snimok/imaging/volume/volume';
import { growRegion } from '@snimok/imaging/segmentation/grow-region';
import { expect, test } from 'vitest';
import { condyleAngle, condyleSection, outwards, usualCondyle } from './condyle.ts';
import { type Axes, frameOf, GRID_AXES, rotatedAbout } from './frame.ts';
import { cephalogramCut, cephalogramPlane, rangeOf } from './cephalogram.ts';
import { rectangleCut, rectangleSurface } from './rectangle.ts';
import { regionPath } from './region-outline.ts';
import { curveOfLine, heightsAbove, resliceCut } from './reslice.ts';
import { dot, moved, subtract } from './rod.ts';
import { panoramaSurface, sliceSurface } from './surface.ts';
import type { Vec3 } from './vectors.ts';

const side = 60;
const mm = 0.5;

/** A volume with values at places in millimetres. */
function drawn(valueAt: (point: Vec3) => number): Volume {
  const values = Int16Array.from({ length: side ** 3 }, (_, at) =>
    valueAt([(at % side) * mm, (Math.floor(at / side) % side) * mm, Math.floor(at / side ** 2) * mm]),
  );
  return { size: [side, side, side], spacingMm: [mm, mm, mm], values };
}
const grid = { size: [side, side, side], spacingMm: [mm, mm, mm] } as const;
const near = (one: readonly number[], other: readonly number[], digits = 6) =>
  one.forEach((value, at) => expect(value).toBeCloseTo(other[at]!, digits));

test('a rectangle shows the plane it lies in, and its positions map to points and back', () => {
  const axes: Axes = rotatedAbout(rotatedAbout(GRID_AXES, [0, 0, 1], 30), [1, 0, 0], 12);
  const rectangle = { center: [15, 15, 15], right: axes[0], up: axes[2], sizeMm: [12, 8] } as const;
  const surface = rectangleSurface(rectangle);
  const point = surface.toPoint([3, 2]);
  near(surface.toPosition(point).position, [3, 2]);
  expect(surface.toPosition(moved(point, surface.normalAt(0), 1.5)).offset).toBeCloseTo(1.5);
  // each voxel has its coordinate along the plane's direction to the right
  const volume = drawn((at) => Math.round(dot(subtract(at, rectangle.center), rectangle.right) * 1000));
  const thickness = { pixelMm: 0.5, slabMm: [-2, 2], stepMm: 0.5, blend: 'mean' } as const;
  const cut = cutSheet(volume, rectangleCut(rectangle, thickness));
  expect([cut.width, cut.height]).toEqual([24, 16]);
  for (let at = 0; at < cut.values.length; at += 1)
    expect(Math.abs(cut.values[at]! / 1000 - ((at % 24) + 0.5 - 12) * 0.5)).toBeLessThan(0.002);
});

test('a cut along a curved line has the true length of the line, and shows what lies on it', () => {
  const radius = 10;
  const onCircle = (degrees: number): Vec3 => [
    15 - radius * Math.cos((degrees * Math.PI) / 180),
    20 - radius * Math.sin((degrees * Math.PI) / 180),
    12,
  ];
  const points = Array.from({ length: 13 }, (_, at) => onCircle(at * 15));
  const line = curveOfLine({ points, across: [0, 0, 1], isCurved: true })!;
  expect(line.curve.lengthMm).toBeCloseTo(Math.PI * radius, 1);
  const heightMm = heightsAbove(grid, line.plane);
  expect(heightMm).toEqual([-12.25, 17.75]);
  const surface = panoramaSurface(line, heightMm);
  // a ball of the size of a bead at a quarter of the line, 5 mm above the slice
  const bead = moved(onCircle(45), [0, 0, 1], 5);
  const volume = drawn((at) => (Math.hypot(...subtract(at, bead)) <= 1.5 ? 1000 : 0));
  const cut = cutSheet(volume, resliceCut(line, { heightMm, pixelMm: 0.25, slabMm: 1, blend: 'max' }));
  let x = 0;
  let y = 0;
  let count = 0;
  cut.values.forEach((value, at) => {
    if (value < 500) return;
    x += at % cut.width;
    y += Math.floor(at / cut.width);
    count += 1;
  });
  const found = [(x / count + 0.5) * 0.25, (y / count + 0.5) * 0.25];
  near(found, [(Math.PI * radius) / 4, 17.75 - 5], 0);
  near(surface.toPosition(bead).position, found, 0);
  expect(Math.abs(surface.toPosition(bead).position[0] - (Math.PI * radius) / 4)).toBeLessThan(0.15);
});

test('a line on a coronal or tilted slice is cut perpendicular to that slice', () => {
  const tilted = rotatedAbout(GRID_AXES, [1, 0, 0], 20);
  for (const across of [[0, -1, 0] as Vec3, tilted[2]]) {
    const other = across[0] === 0 && across[1] === -1 ? ([0, 0, 8] as Vec3) : moved([0, 0, 0], tilted[1], 8);
    const line = curveOfLine({
      points: [[10, 10, 10], [16, 10, 10], moved([16, 10, 10], other, 1)],
      across,
      isCurved: false,
    })!;
    expect(line.curve.lengthMm).toBeCloseTo(14);
    near(line.plane.up, across);
    const surface = panoramaSurface(line, [-2, 2]);
    const above = surface.toPoint([3, 0]);
    const below = surface.toPoint([3, 4]);
    near(subtract(above, below), [across[0] * 4, across[1] * 4, across[2] * 4]);
  }
  expect(curveOfLine({ points: [[1, 1, 1]], across: [0, 0, 1], isCurved: true })).toBeUndefined();
});

test('sections of both joints follow their own axes and mirror each other', () => {
  const axes = rotatedAbout(GRID_AXES, [0, 1, 0], 8);
  for (const joint of ['right', 'left'] as const) {
    const condyle = usualCondyle(axes, joint, [15, 15, 15]);
    expect(condyleAngle(axes, condyle)).toBeCloseTo(20);
    expect(dot(condyle.lateral, axes[0]) * (joint === 'left' ? 1 : -1)).toBeGreaterThan(0.9);
    near(
      outwards(axes, joint, [-condyle.lateral[0], -condyle.lateral[1], -condyle.lateral[2]]),
      condyle.lateral,
    );
    const section = (kind: 'sagittal' | 'coronal', offsetMm: number, isMirrored = true) =>
      condyleSection(axes, joint, condyle, { kind, offsetMm, isMirrored }, [30, 30]);
    const sagittal = section('sagittal', 4);
    near(subtract(sagittal.center, condyle.center), moved([0, 0, 0], condyle.lateral, 4));
    expect(dot(sagittal.right, condyle.lateral)).toBeCloseTo(0);
    // the front is on the side of the other joint, or always on the left
    expect(Math.sign(dot(sagittal.right, axes[1]))).toBe(joint === 'right' ? -1 : 1);
    expect(dot(section('sagittal', 0, false).right, axes[1])).toBeGreaterThan(0.9);
    const coronal = section('coronal', 3);
    expect(dot(subtract(coronal.center, condyle.center), axes[1])).toBeLessThan(-2.5);
    // the patient's right is on the left
    expect(dot(coronal.right, axes[0])).toBeGreaterThan(0.9);
    for (const { right, up } of [sagittal, coronal]) expect(dot(right, up)).toBeCloseTo(0);
  }
});

test('the part of a slice in a region has the area of its section', () => {
  const volume = drawn((at) => (Math.hypot(...subtract(at, [14.1, 16.2, 15.1])) <= 6 ? 300 : 0));
  const { mask } = growRegion(volume, { at: [14, 16, 15], low: 200, high: 400, reachMm: 12 })!;
  const areaOf = (path: string) =>
    [...path.matchAll(/h([\d.]+)v([\d.]+)/g)].reduce((sum, [, w, h]) => sum + Number(w) * Number(h), 0);
  for (const axis of [0, 1, 2] as const) {
    const found = areaOf(regionPath(mask, grid, sliceSurface(grid, axis, [14, 16, 15][axis]!)));
    expect(Math.abs(found / (Math.PI * 36) - 1)).toBeLessThan(0.02);
    expect(regionPath(mask, grid, sliceSurface(grid, axis, 2))).toBe('');
  }
  const tilted = rotatedAbout(rotatedAbout(GRID_AXES, [0, 0, 1], 25), [1, 0, 0], 35);
  const surface = rectangleSurface({
    center: [14, 16, 15],
    right: tilted[0],
    up: tilted[2],
    sizeMm: [28, 28],
  });
  expect(Math.abs(areaOf(regionPath(mask, grid, surface)) / (Math.PI * 36) - 1)).toBeLessThan(0.03);
});

test('a cephalogram is a parallel projection at true scale, levelled, with the face on the right', () => {
  const axes = rotatedAbout(GRID_AXES, [0, 1, 0], 15);
  const box = frameOf(grid, axes);
  // two beads 10 mm apart across the head project onto one point, a third 6 mm in front and 4 mm above
  const center: Vec3 = [15, 15, 15];
  const beads = [
    moved(center, axes[0], 5),
    moved(center, axes[0], -5),
    moved(moved(center, axes[1], -6), axes[2], 4),
  ];
  const volume = drawn((at) => (beads.some((bead) => Math.hypot(...subtract(at, bead)) <= 1) ? 20_000 : 0));
  const show = (part: 'whole' | 'right' | 'left') => {
    const projected = { view: 'lateral', part } as const;
    const surface = rectangleSurface(cephalogramPlane(box, projected, center));
    const cut = cutSheet({ ...volume, outside: 0 }, cephalogramCut(box, projected, center));
    const brightness = (bead: Vec3) => {
      const [u, v] = surface.toPosition(bead).position;
      const pixel = [surface.sizeMm[0] / cut.width, surface.sizeMm[1] / cut.height] as const;
      return cut.values[Math.floor(v / pixel[1]) * cut.width + Math.floor(u / pixel[0])]!;
    };
    return { surface, both: brightness(beads[0]!), front: brightness(beads[2]!) };
  };
  const { surface, both, front } = show('whole');
  const [one, other, third] = beads.map((bead) => surface.toPosition(bead).position);
  near(one!, other!);
  near([third![0] - one![0], one![1] - third![1]], [6, 4]);
  expect(both / front).toBeGreaterThan(1.4);
  expect(show('right').both).toBeGreaterThan(100);
  expect(show('left').both).toBeGreaterThan(100);
  // one side has one of the two beads, on half of the length
  const frontal = rectangleSurface(cephalogramPlane(box, { view: 'frontal', part: 'whole' }, center));
  expect(frontal.toPosition(beads[0]!).position[0] - frontal.toPosition(beads[1]!).position[0]).toBeCloseTo(
    10,
  );
});

test('black and white of a cephalogram follow from its values', () => {
  expect(rangeOf([5, 1, 2, 3, 4], [0, 1])).toEqual([1, 5]);
  expect(rangeOf([7, 7, 7], [0.1, 0.9])).toEqual([7, 8]);
});

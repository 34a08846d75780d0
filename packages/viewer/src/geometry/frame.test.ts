import { cutSheet } from '@snimok/imaging/volume/sheet';
import { cutSlice } from '@snimok/imaging/volume/slice';
import type { Volume } from '@snimok/imaging/volume/volume';
import { drawAnatomy } from '@snimok/phantom/jaws';
import { posedPoint, posedValues } from '@snimok/phantom/pose';
import { describe, expect, test } from 'vitest';
import {
  type Axes,
  axesThrough,
  fromFrame,
  frameOf,
  GRID_AXES,
  isOrthonormal,
  layerAt,
  layerCut,
  layerSurface,
  rotatedAbout,
  toFrame,
} from './frame.ts';
import { dot, scale, subtract } from './rod.ts';
import type { Vec3 } from './vectors.ts';

const FRAME = { size: [150, 130, 110], spacingMm: 0.8 } as const;
/** The size of a usual voxel: a person cannot set a point more exactly. */
const VOXEL_MM = 0.3;
/** Cusps of the second molars and the incisal edges of the phantom, in its occlusal plane. */
const LANDMARKS: [Vec3, Vec3, Vec3] = [
  [-27, 42, 0],
  [27, 42, 0],
  [0, 0, 0],
];
const degreesBetween = (one: Vec3, other: Vec3) => (Math.acos(Math.min(1, dot(one, other))) * 180) / Math.PI;

describe('a volume that is turned by 25° is levelled by three points', () => {
  const TURNS = [
    { yaw: 0, pitch: 25, roll: 0 },
    { yaw: 0, pitch: 0, roll: 25 },
    { yaw: 25, pitch: 0, roll: 0 },
    { yaw: -14, pitch: 15, roll: -14 },
  ];
  test.each(TURNS)('%o', (turn) => {
    const pose = { ...turn, scale: [1, 1, 1] as const, shiftMm: [3, -2, 4] as const };
    const posed = (point: Vec3) => posedPoint(point, pose, FRAME);
    const picked = LANDMARKS.map((point) =>
      posed(point).map((mm) => Math.round(mm / VOXEL_MM) * VOXEL_MM),
    ) as unknown as [Vec3, Vec3, Vec3];
    const axes = axesThrough(picked)!;
    expect(isOrthonormal(axes)).toBe(true);
    const truth = GRID_AXES.map((axis) => subtract(posed(axis), posed([0, 0, 0]))) as unknown as Axes;
    axes.forEach((axis, at) => expect(degreesBetween(axis, truth[at]!)).toBeLessThan(0.5));
  });

  test('within 0.5°, and its slices are those of the volume that was not turned', () => {
    const straight = drawAnatomy(FRAME);
    const pose = { yaw: 0, pitch: 25, roll: 0, scale: [1, 1, 1], shiftMm: [0, 0, 0] } as const;
    const turned: Volume = {
      ...straight,
      values: posedValues(straight, FRAME, pose, FRAME),
    };
    const posed = (point: Vec3) => posedPoint(point, pose, FRAME);
    const axes = axesThrough(LANDMARKS.map(posed) as [Vec3, Vec3, Vec3])!;
    const truth = subtract(posed([0, 0, 1]), posed([0, 0, 0]));
    expect(degreesBetween(axes[2], truth)).toBeLessThan(0.01);

    const frame = frameOf(turned, axes);
    const below: Vec3 = [0, 30, -10];
    const layer = layerAt(frame, posed(below), 2);
    const levelled = cutSheet(turned, layerCut(frame, 2, layer, 1, 'mean'));
    const surface = layerSurface(frame, 2, layer);
    // the height of that layer in the volume that was not turned, between two of its slices
    const noPose = { ...pose, pitch: 0 };
    const there = posedPoint(below, noPose, FRAME);
    const off = surface.toPosition(posed(below)).offset;
    const index = (there[2] - off) / FRAME.spacingMm;
    const expected = [Math.floor(index), Math.ceil(index)].map((one) =>
      cutSlice(straight, { axis: 2, index: one, slices: 1, blend: 'mean' }),
    );
    let sum = 0;
    let count = 0;
    for (let y = 20; y < 70; y += 1)
      for (let x = 40; x < 110; x += 1) {
        const low = expected[0]!.values[y * 150 + x]!;
        const value = low + (expected[1]!.values[y * 150 + x]! - low) * (index % 1);
        const point: Vec3 = [x * FRAME.spacingMm, y * FRAME.spacingMm, index * FRAME.spacingMm];
        const middle = posedPoint([0, 0, 0], noPose, FRAME);
        const inTurned = posed(subtract(point, middle));
        const { position } = surface.toPosition(inTurned);
        const at =
          Math.floor(position[1] / frame.stepMm) * levelled.width + Math.floor(position[0] / frame.stepMm);
        sum += Math.abs(levelled.values[at]! - value);
        count += 1;
      }
    // the value of the nearest pixel differs from an interpolated one on edges of bone
    expect(sum / count).toBeLessThan(120);
  });
});

test('points in a line give no plane', () => {
  expect(
    axesThrough([
      [0, 0, 0],
      [10, 0, 0],
      [20, 0.1, 0],
    ]),
  ).toBeUndefined();
  expect(
    axesThrough([
      [0, 0, 0],
      [0, 0, 0],
      [20, 0, 0],
    ]),
  ).toBeUndefined();
});

test('repeated rotations add up, and the axes stay orthonormal', () => {
  let axes: Axes = GRID_AXES;
  for (let step = 0; step < 720; step += 1) axes = rotatedAbout(axes, [0, 0, 1], 0.5);
  axes.forEach((axis, at) => expect(degreesBetween(axis, GRID_AXES[at]!)).toBeLessThan(1e-4));
  const tilted = rotatedAbout(GRID_AXES, [1, 0, 0], 30);
  expect(degreesBetween(tilted[2], [0, 0, 1])).toBeCloseTo(30, 6);
  expect(isOrthonormal(tilted)).toBe(true);
  expect(isOrthonormal([tilted[0], scale(tilted[1], -1), tilted[2]])).toBe(false);
});

test('points map to every plane and back, and the layers contain the whole volume', () => {
  const grid = { size: [40, 50, 60], spacingMm: [0.5, 0.4, 0.8] } as const;
  const frame = frameOf(grid, rotatedAbout(rotatedAbout(GRID_AXES, [0, 1, 0], 12), [0, 0, 1], -20));
  const point: Vec3 = [7.3, 11.1, 30.2];
  fromFrame(frame, toFrame(frame, point)).forEach((mm, axis) => expect(mm).toBeCloseTo(point[axis]!, 9));
  for (const axis of [0, 1, 2] as const) {
    const layer = layerAt(frame, point, axis);
    const surface = layerSurface(frame, axis, layer);
    const { position, offset } = surface.toPosition(point);
    expect(Math.abs(offset)).toBeLessThanOrEqual(frame.stepMm / 2 + 1e-9);
    const back = surface.toPoint(position);
    const apart = back.map((mm, at) => mm + frame.axes[axis][at]! * offset - point[at]!);
    expect(Math.hypot(...apart)).toBeLessThan(1e-9);
  }
  for (const corner of [
    [0, 0, 0],
    [19.5, 19.6, 47.2],
  ] as Vec3[])
    toFrame(frame, corner).forEach((mm, axis) => {
      expect(mm).toBeGreaterThanOrEqual(0);
      expect(mm).toBeLessThanOrEqual(frame.count[axis]! * frame.stepMm);
    });
});

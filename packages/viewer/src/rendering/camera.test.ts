import { expect, test } from 'vitest';
import { GRID_AXES, rotatedAbout } from '../geometry/frame.ts';
import { dot } from '../geometry/rod.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { type Camera, CAMERA_PRESETS, cameraFrom, cameraInAxes, cameraInVolume, rotated } from './camera.ts';
import { rayThrough, shiftInView, toPane, type View, viewOf } from './view.ts';

const close = (one: Vec3, other: Vec3) =>
  one.forEach((value, axis) => expect(value).toBeCloseTo(other[axis]!, 9));

const GRID = { size: [100, 80, 60], spacingMm: [0.5, 0.5, 1] } as const;
const viewFrom = (camera: Camera, zoom = 1): View =>
  viewOf(GRID, { camera, zoom, panMm: [3, -2] }, [400, 300]);

test('each standard view looks from the side that it is named after, with the head up', () => {
  // axes: the patient's left, back, head
  const sides: Record<keyof typeof CAMERA_PRESETS, Vec3> = {
    front: [0, -1, 0],
    right: [-1, 0, 0],
    left: [1, 0, 0],
    above: [0, 0, 1],
    below: [0, 0, -1],
  };
  for (const [name, side] of Object.entries(sides)) {
    const [, up, towards] = CAMERA_PRESETS[name as keyof typeof CAMERA_PRESETS];
    close(towards, side);
    if (side[2] === 0) close(up, [0, 0, 1]);
  }
});

test('dragging turns the side that faces the viewer along with the pointer', () => {
  const front = viewFrom(CAMERA_PRESETS.front);
  const tip: Vec3 = [25, 0, 30];
  const before = toPane(front, tip).px;
  const after = toPane({ ...front, camera: rotated(front.camera, 0.2, 0.1) }, tip).px;
  expect(after[0]).toBeGreaterThan(before[0]);
  expect(after[1]).toBeGreaterThan(before[1]);
});

test('standard views of a levelled volume look along the levelled axes', () => {
  const axes = rotatedAbout(GRID_AXES, [1, 0, 0], 20);
  const [right, up, towards] = cameraInVolume(CAMERA_PRESETS.front, axes);
  close(right, axes[0]);
  close(up, axes[2]);
  expect(dot(towards, axes[1])).toBeCloseTo(-1, 9);
  const turned = rotated(CAMERA_PRESETS.left, 0.3, -0.2);
  cameraInAxes(cameraInVolume(turned, axes), axes).forEach((vector, at) => close(vector, turned[at]!));
});

test('a camera is restored from its two directions, unless they are parallel', () => {
  const camera = rotated(CAMERA_PRESETS.front, 0.7, -0.4);
  cameraFrom(camera[0], camera[1])!.forEach((vector, at) => close(vector, camera[at]!));
  expect(cameraFrom([1, 0, 0], [2, 0, 0])).toBeUndefined();
});

test('the line of sight through the place of a shown point passes through the point', () => {
  const view = viewFrom(rotated(CAMERA_PRESETS.right, 0.4, 0.3), 2);
  const point: Vec3 = [12, 31, 44];
  const { px, towardsMm } = toPane(view, point);
  const { at, along } = rayThrough(view, px, 100);
  const distance = 100 - towardsMm;
  close([at[0] + along[0] * distance, at[1] + along[1] * distance, at[2] + along[2] * distance], point);
});

test('a dragged point stays under the pointer', () => {
  const view = viewFrom(rotated(CAMERA_PRESETS.front, 0.5, 0.5));
  const point: Vec3 = [10, 20, 30];
  const shift = shiftInView(view, [17, -9]);
  const from = toPane(view, point);
  const to = toPane(view, [point[0] + shift[0], point[1] + shift[1], point[2] + shift[2]]);
  expect(to.px[0] - from.px[0]).toBeCloseTo(17, 9);
  expect(to.px[1] - from.px[1]).toBeCloseTo(-9, 9);
  expect(to.towardsMm).toBeCloseTo(from.towardsMm, 9);
});

import { expect, test } from 'vitest';
import { cameraOf, rayThrough } from './camera.ts';
import { renderSegments } from './render.ts';
import { isMetalAt, segmentsOf } from './segments.ts';

const FRAME = { size: [132, 124, 96], spacingMm: 1 } as const;
const segments = segmentsOf(FRAME);
const view = { turn: 0, above: 10, centre: [0, 41, -2], distanceMm: 420, heightMm: 110 } as const;
const front = renderSegments(segments, view, 96, 72);

const colourAt = ({ width, pixels }: ReturnType<typeof renderSegments>, x: number, y: number) => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('the camera faces the patient at 0° and the left cheek at 90°', () => {
  const before = cameraOf({ ...view, above: 0 });
  expect(before.eye[1]).toBeCloseTo(41 - 420);
  expect(cameraOf({ ...view, above: 0, turn: 90 }).eye[0]).toBeCloseTo(420);
  expect(cameraOf({ ...view, above: 30 }).eye[2]).toBeGreaterThan(200);
  // the edge of the image is half its height from the centre
  const ray = rayThrough(before, 0, 1);
  expect((ray[2] / ray[1]) * 420).toBeCloseTo(55);
});

test('every tooth has its own position and number, with roots inside the bone and crowns outside', () => {
  const { teeth, bone, toothOf, placed } = segments;
  expect(placed).toHaveLength(31);
  for (const [at, { tip, down, kind, number }] of placed.entries()) {
    const indexAt = (mm: number) => {
      const [i, j, k] = [0, 1, 2].map((axis) =>
        Math.round(tip[axis]! + down[axis]! * mm - [teeth.origin.x, teeth.origin.y, teeth.origin.z][axis]!),
      ) as [number, number, number];
      return (k * FRAME.size[1] + j) * FRAME.size[0] + i;
    };
    const inCrown = indexAt(kind.crown * 0.7);
    expect([number, toothOf[inCrown], teeth.values[inCrown]! > 0]).toEqual([number, at + 1, true]);
    if (number === 11) {
      expect(bone.values[inCrown]).toBeLessThan(0);
      expect(bone.values[indexAt(kind.crown + kind.root * 0.5)]).toBeGreaterThan(0);
    }
  }
});

test('the filling and the crown are metal, their neighbours are not', () => {
  const inCrown = (number: number) => {
    const tooth = segments.placed.find((placed) => placed.number === number)!;
    const { tip, down, across } = tooth;
    // buccal, 0.5 mm below the surface
    const deep = tooth.kind.crown * 0.5;
    const out = tooth.kind.depth / 2 - 0.5;
    const point = [0, 1, 2].map((axis) => tip[axis]! + down[axis]! * deep + across[axis]! * out);
    return isMetalAt(tooth, point as [number, number, number]);
  };
  expect([inCrown(26), inCrown(27), inCrown(11)]).toEqual([true, false, false]);
  const filled = segments.placed.find(({ number }) => number === 36)!;
  const middle = [0, 1, 2].map((axis) => filled.tip[axis]! + filled.down[axis]! * 2.5);
  expect(isMetalAt(filled, middle as [number, number, number])).toBe(true);
});

test('the jaws are centred on a dark teal background', () => {
  const [red, green, blue] = colourAt(front, 1, 1) as [number, number, number];
  expect(red).toBeLessThan(green);
  expect(green).toBeLessThan(blue);
  expect(blue).toBeLessThan(90);
  // the chin is bone: warm and lighter than the background
  const chin = colourAt(front, 48, 58) as [number, number, number];
  expect(chin[0]).toBeGreaterThan(80);
  expect(chin[0]).toBeGreaterThan(0.75 * chin[2]);
  // teeth of several colours lie along the occlusal plane
  const row = Array.from({ length: 40 }, (_, at) => colourAt(front, 28 + at, 35) as [number, number, number]);
  expect(row.some(([r, , b]) => r > b + 40)).toBe(true);
  expect(row.some(([r, , b]) => b > r + 40)).toBe(true);
});

test('the opposite side gives a different image, a full turn the same one', () => {
  expect(renderSegments(segments, { ...view, turn: 180 }, 96, 72).pixels).not.toEqual(front.pixels);
  const around = renderSegments(segments, { ...view, turn: 360 }, 96, 72).pixels;
  const apart = around.reduce((sum, value, at) => sum + Math.abs(value - front.pixels[at]!), 0);
  expect(apart / around.length).toBeLessThan(0.5);
});

import { cutSheet } from '@snimok/imaging/volume/sheet';
import type { Volume } from '@snimok/imaging/volume/volume';
import { expect, test } from 'vitest';
import { HEAD_COPY, headAmongOthers, LEAST_OF_HEAD } from '../volume/voxels/head-box.ts';
import { voxelBytes } from '../volume/voxels/voxel-bytes.ts';
import { cephalogramCut, type Projected } from './cephalogram.ts';
import { crossesVolume } from './field.ts';
import { frameOf, fromFrame, GRID_AXES, rotatedAbout, toFrame } from './frame.ts';
import { frameAround } from './head-body.ts';

const SIZE = [80, 100, 60] as const;
const MM = 3;
const GRID = { size: SIZE, spacingMm: [MM, MM, MM] } as const;
/** The head's middle and half axes, in millimetres; it looks towards the first row. */
const [X, Y, Z] = [120, 130, 90] as const;

const isHead = (x: number, y: number, z: number) =>
  ((x - X) / 72) ** 2 + ((y - Y) / 90) ** 2 + ((z - Z) / 80) ** 2 <= 1;
/** A flat table below the lying head, and a rest that is bent around the back of it without touching its sides. */
const isTable = (y: number) => y >= 255 && y < 258;
function isRest(x: number, y: number) {
  const radius = Math.hypot((x - X) / 90, (y - Y) / 105);
  return y > Y && radius >= 1 && radius < 1.035;
}

const scan = (what: 'head' | 'head and table'): Volume => {
  const values = new Int16Array(SIZE[0] * SIZE[1] * SIZE[2]);
  for (let z = 0, at = 0; z < SIZE[2]; z += 1)
    for (let y = 0; y < SIZE[1]; y += 1)
      for (let x = 0; x < SIZE[0]; x += 1, at += 1) {
        const place = [x * MM, y * MM, z * MM] as const;
        const isOther = what !== 'head' && (isTable(place[1]) || isRest(place[0], place[1]));
        values[at] = isHead(...place) ? 300 : isOther ? 200 : -1000;
      }
  return { ...GRID, values };
};

const headIn = (volume: Volume) =>
  headAmongOthers({ ...voxelBytes(volume, HEAD_COPY), offsetMm: [0, 0, 0] }, LEAST_OF_HEAD);

const LATERAL: Projected = { view: 'lateral', part: 'whole' };
const FRONTAL: Projected = { view: 'frontal', part: 'whole' };

test('table and head rest are removed from a cephalogram, which then looks like one without them', () => {
  const alone = scan('head');
  const lying = scan('head and table');
  const head = headIn(lying)!;
  const box = frameAround(frameOf(GRID, GRID_AXES), head);
  for (const projected of [LATERAL, FRONTAL]) {
    const wanted = cutSheet(alone, cephalogramCut(box, projected, [X, Y, Z])).values;
    const cleaned = cutSheet(lying, cephalogramCut(box, projected, [X, Y, Z], head)).values;
    const unclean = cutSheet(lying, cephalogramCut(box, projected, [X, Y, Z])).values;
    const worst = (values: ArrayLike<number>) =>
      Math.max(...Array.from(wanted, (value, at) => Math.abs(value - values[at]!)));
    expect(worst(unclean)).toBeGreaterThan(25);
    expect(worst(cleaned)).toBeLessThanOrEqual(1);
  }
  // the whole head is in the picture, and the table is not
  const front = toFrame(box, [X, Y - 90, Z]);
  const back = toFrame(box, [X, Y + 90, Z]);
  expect(front[1]).toBeGreaterThan(0);
  expect(back[1]).toBeLessThan(box.count[1] * box.stepMm);
  expect(toFrame(box, [X, 255, Z])[1]).toBeGreaterThan(box.count[1] * box.stepMm);
});

test('nothing is removed around a bare head, in a field that the head fills, or among many parts', () => {
  expect(headIn(scan('head'))).toBeUndefined();
  const full = { ...GRID, values: new Int16Array(SIZE[0] * SIZE[1] * SIZE[2]).fill(40) };
  expect(headIn(full)).toBeUndefined();
  // the walls of a dry skull are too thin for a body, and the body that is found is smaller than the head
  const hollow = scan('head');
  const isInside = (at: number) => {
    const x = at % SIZE[0];
    const y = Math.floor(at / SIZE[0]) % SIZE[1];
    const z = Math.floor(at / (SIZE[0] * SIZE[1]));
    return [-2, 2].every(
      (by) =>
        isHead((x + by) * MM, y * MM, z * MM) &&
        isHead(x * MM, (y + by) * MM, z * MM) &&
        isHead(x * MM, y * MM, (z + by) * MM),
    );
  };
  hollow.values.forEach((_, at) => {
    if (isInside(at)) hollow.values[at] = -1000;
  });
  expect(headIn(hollow)).toBeUndefined();
});

test('a line of sight that misses the volume is outside its field, as in corners of a levelled picture', () => {
  const axes = rotatedAbout(GRID_AXES, [1, 0, 0], 20);
  const frame = frameOf(GRID, axes);
  const corner = fromFrame(frame, [X, 2, 2]);
  expect(crossesVolume(GRID, [X, Y, Z], axes[0])).toBe(true);
  expect(crossesVolume(GRID, [X + 1000, Y, Z], axes[0])).toBe(true);
  expect(crossesVolume(GRID, corner, axes[0])).toBe(false);
  expect(crossesVolume(GRID, [X, Y, 1000], axes[0])).toBe(false);
});

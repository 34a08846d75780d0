import { expect, test } from 'vitest';
import { headBox } from './head-box.ts';

const SIZE = [50, 50, 8] as const;

/** A head of 20 × 20 voxels above a table that is one voxel thick and as wide as the picture. */
const scan = () => {
  const values = new Uint8Array(SIZE[0] * SIZE[1] * SIZE[2]);
  for (let z = 0; z < SIZE[2]; z += 1)
    for (let y = 0; y < SIZE[1]; y += 1)
      for (let x = 0; x < SIZE[0]; x += 1) {
        const isHead = x >= 15 && x < 35 && y >= 5 && y < 25;
        const isTable = y === 25 || y === 40 || (x === 25 && y > 25 && y < 40);
        values[(z * SIZE[1] + y) * SIZE[0] + x] = isHead || isTable ? 80 : 0;
      }
  return { size: SIZE, spacingMm: [10, 10, 20] as const, offsetMm: [5, 5, 0] as const, values };
};

test('the head of a CT is found without the table on which it rests', () => {
  const box = headBox(scan(), 40)!;
  expect(box.low.slice(0, 2)).toEqual([155, 55]);
  // the box contains the part of the table that the head touches
  expect(box.high.slice(0, 2)).toEqual([345, 265]);
});

test('a volume of air has no head', () => {
  const { values, ...grid } = scan();
  expect(headBox({ ...grid, values: values.fill(0) }, 40)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { upsampleSlice } from './upsample.ts';
import { makeVolume } from '../testing/volumes.ts';
import { cutSheet } from './sheet.ts';
import { cutSlice } from './slice.ts';

/** The value of each voxel encodes its position. */
const labelled = makeVolume([3, 4, 5], [1, 1, 1], (x, y, z) => 100 * x + 10 * y + z);
const one = { slices: 1, blend: 'mean' } as const;

test("slices show the head up, the patient's left on the right, and in sagittal slices the face on the left", () => {
  const axial = cutSlice(labelled, { axis: 2, index: 1, ...one });
  expect([axial.width, axial.height]).toEqual([3, 4]);
  expect([axial.values[0], axial.values[2], axial.values[9]]).toEqual([1, 201, 31]);
  const coronal = cutSlice(labelled, { axis: 1, index: 2, ...one });
  expect([coronal.width, coronal.height]).toEqual([3, 5]);
  expect([coronal.values[0], coronal.values[2], coronal.values[12]]).toEqual([24, 224, 20]);
  const sagittal = cutSlice(labelled, { axis: 0, index: 2, ...one });
  expect([sagittal.width, sagittal.height]).toEqual([4, 5]);
  expect([sagittal.values[0], sagittal.values[3], sagittal.values[16]]).toEqual([204, 234, 200]);
});

test('a slab is the mean or the maximum of its slices, without those outside the volume', () => {
  const cut = { axis: 2, slices: 3 } as const;
  expect(cutSlice(labelled, { ...cut, index: 2, blend: 'mean' }).values[0]).toBe(2);
  expect(cutSlice(labelled, { ...cut, index: 2, blend: 'max' }).values[0]).toBe(3);
  expect(cutSlice(labelled, { ...cut, index: 0, blend: 'max' }).values[0]).toBe(1);
  expect(cutSlice(labelled, { ...cut, index: 99, blend: 'mean' }).values[0]).toBe(4);
});

test('an oblique section through a linear gradient has the values of the gradient', () => {
  const slope = makeVolume([60, 60, 40], [0.5, 0.4, 0.3], (x, y, z) => 100 * (x * 0.5 + y * 0.4 + z * 0.3));
  const columns = Array.from({ length: 32 }, (_, column) => {
    const along = (column + 0.5) * 0.25 - 4;
    return { originMm: [12 + 0.6 * along, 11 + 0.8 * along, 0], normal: [-0.8, 0.6, 0] } as const;
  });
  const cut = cutSheet(slope, {
    columns,
    up: [0, 0, 1],
    heightMm: [2, 10],
    pixelMm: 0.25,
    slabMm: [-0.5, 0.5],
    stepMm: 0.25,
  });
  expect([cut.width, cut.height]).toEqual([32, 32]);
  const at = (column: number, row: number) => {
    const along = (column + 0.5) * 0.25 - 4;
    return 100 * (12 + 0.6 * along + 11 + 0.8 * along + 10 - (row + 0.5) * 0.25);
  };
  for (const [column, row] of [
    [0, 0],
    [31, 0],
    [7, 30],
  ] as const)
    expect(Math.abs(cut.values[row * 32 + column]! - at(column, row))).toBeLessThan(3);
});

test('a coarse volume is upsampled without a shift', () => {
  const coarse = makeVolume([10, 10, 10], [2, 2, 2], (x, y, z) => 20 * x + 40 * y + 60 * z);
  const fine = { size: [40, 40, 40], spacingMm: [0.5, 0.5, 0.5] } as const;
  const slice = new Int16Array(1600);
  upsampleSlice(coarse, [0.75, 0.75, 0.75], fine, 20, slice);
  const expected = (x: number, y: number) => (x * 0.5 - 0.75) * 10 + (y * 0.5 - 0.75) * 20 + 9.25 * 30;
  for (const [x, y] of [
    [8, 8],
    [20, 31],
    [37, 5],
  ] as const)
    expect(Math.abs(slice[y * 40 + x]! - expected(x, y))).toBeLessThan(2);
});

test('an inclined sheet is resampled along its own up direction', () => {
  const slope = makeVolume([40, 40, 40], [0.5, 0.5, 0.5], (_, y, z) => 100 * (y * 0.5 + z * 0.5));
  const { values, height } = cutSheet(slope, {
    columns: [{ originMm: [10, 5, 5], normal: [1, 0, 0] }],
    up: [0, 0.6, 0.8],
    heightMm: [0, 10],
    pixelMm: 0.5,
    slabMm: [-1, 1],
    stepMm: 0.5,
  });
  expect(height).toBe(20);
  expect(values[0]).toBeCloseTo(100 * (10 + 9.75 * 1.4), -1);
  expect(values[19]).toBeCloseTo(100 * (10 + 0.25 * 1.4), -1);
});

test('samples beyond the reach of a sheet count as outside the volume', () => {
  const solid = makeVolume([20, 20, 20], [1, 1, 1], () => 1000);
  const cut = {
    columns: [2, 6, 10, 14].map((x) => ({ originMm: [x, 10, 2] as const, normal: [0, 1, 0] as const })),
    up: [0, 0, 1] as const,
    heightMm: [0, 4] as const,
    pixelMm: 1,
    slabMm: [-4, 4] as const,
    stepMm: 1,
  };
  const shown = (blend?: 'max') =>
    Array.from(
      cutSheet(
        { ...solid, outside: 0 },
        {
          ...cut,
          ...(blend && { blend }),
          // two cells side by side: a quarter of the slab, and nothing
          reach: {
            columns: 2,
            rows: 1,
            from: Float32Array.from([-1, Infinity]),
            to: Float32Array.from([1, -Infinity]),
          },
        },
      ).values.subarray(0, 4),
    );
  expect(Array.from(cutSheet(solid, cut).values.subarray(0, 4))).toEqual([1000, 1000, 1000, 1000]);
  expect(shown()).toEqual([250, 250, 0, 0]);
  expect(shown('max')).toEqual([1000, 1000, 0, 0]);
});

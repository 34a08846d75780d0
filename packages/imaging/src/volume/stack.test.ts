import { expect, test } from 'vitest';
import { downsamplePlane, meanPlane } from './downsample.ts';
import { downsampleStack, type Stack } from './stack.ts';

test('the voxels of a downsampled stack are centred on their blocks', () => {
  const fine: Stack = {
    size: [401, 400, 9],
    spacingMm: [0.2, 0.2, 0.5],
    originMm: [10, 20, 30],
    directions: [
      [0, 1, 0],
      [-1, 0, 0],
      [0, 0, 1],
    ],
  };
  expect(downsampleStack(fine, [4, 2, 1])).toEqual({
    ...fine,
    size: [101, 200, 9],
    spacingMm: [0.8, 0.4, 0.5],
    originMm: [expect.closeTo(9.9, 9), expect.closeTo(20.3, 9), 30],
  });
  expect(downsampleStack(fine, [1, 1, 1])).toEqual(fine);
});

test('a downsampled plane contains the means of its blocks, also of the smaller blocks at the edges', () => {
  const size = { columns: 5, rows: 3 };
  // prettier-ignore
  const samples = Uint16Array.of(
    1, 3, 10, 10, 100,
    5, 7, 10, 11, 200,
    9, 9, 65535, 65535, 7,
  );
  expect([...downsamplePlane(samples, size, [2, 2])]).toEqual([4, 10, 150, 9, 65535, 7]);
  expect([...downsamplePlane(samples, size, [1, 1])]).toEqual([...samples]);
  expect([...meanPlane([Uint16Array.of(0, 65535), Uint16Array.of(3, 65535)])]).toEqual([2, 65535]);
});

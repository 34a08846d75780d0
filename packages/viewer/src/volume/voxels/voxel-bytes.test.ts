import { expect, test } from 'vitest';
import { fineSide } from './voxel-block.ts';
import { voxelBytes } from './voxel-bytes.ts';

const volume = {
  size: [4, 2, 6] as const,
  spacingMm: [0.2, 0.2, 0.3] as const,
  values: Uint16Array.from({ length: 48 }, (_, at) => at * 10),
};

test('bytes that are made for some layers equal those of the whole volume', () => {
  const options = { longest: 3, low: 0, high: 510 };
  const whole = voxelBytes({ ...volume, size: [4, 2, 6], spacingMm: [0.2, 0.2, 0.3] }, options);
  expect(whole.size).toEqual([2, 1, 3]);
  expect(whole.spacingMm).toEqual([0.4, 0.4, 0.6]);
  const some = voxelBytes(
    { ...volume, size: [4, 2, 6], spacingMm: [0.2, 0.2, 0.3] },
    { ...options, layers: [1, 9] },
  );
  expect(some.size).toEqual([2, 1, 2]);
  expect([...some.values]).toEqual([...whole.values.slice(2)]);
});

test('a volume is shown in 3D at the finest resolution that textures and memory allow', () => {
  expect(fineSide([400, 400, 300], 2048)).toBe(400);
  // it would be no finer than the texture that is there already
  expect(fineSide([256, 256, 256], 2048)).toBeUndefined();
  // every second voxel is finer than every third
  expect(fineSide([600, 600, 600], 2048)).toBe(300);
  expect(fineSide([800, 800, 800], 512)).toBe(400);
});

import { expect, test } from 'vitest';
import { GRID_AXES } from '../../geometry/frame.ts';
import { placementOf } from '../voxels/placement.ts';
import { ProgressiveVolume } from './progressive-volume.ts';
import { GAP_SAMPLE } from '../voxels/units.ts';

test('requests are answered from the preview while slices are missing, then from the full volume', () => {
  const volume = new ProgressiveVolume(
    placementOf({
      size: [8, 8, 8],
      spacingMm: [1, 1, 1],
      originMm: [0, 0, 0],
      directions: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    }),
    { slope: 1, intercept: 0 },
  );
  const values = Uint16Array.from({ length: 64 }, (_, at) => 10 * Math.floor(at / 16));
  volume.setPreview({
    volume: { size: [4, 4, 4], spacingMm: [2, 2, 2], values },
    offsetMm: [0.5, 0.5, 0.5],
  });
  const middle = () => {
    const { width, values: cut } = volume.answer('slice', { axis: 1, index: 4, slices: 1, blend: 'mean' });
    return { width, first: cut[0] };
  };
  expect(middle()).toEqual({ width: 4, first: 30 });
  volume.putSlice(7, new Uint16Array(64).fill(77));
  while (volume.enlargeNextSlice());
  expect(middle()).toEqual({ width: 8, first: 77 });
  expect(volume.arrived).toBe(1);
});

test('a slice between two of the preview is mixed from both, so that each key press changes the picture', () => {
  const grid = placementOf({
    size: [2, 2, 8],
    spacingMm: [1, 1, 1],
    originMm: [0, 0, 0],
    directions: GRID_AXES,
  });
  const preview = (...values: number[]) => ({
    volume: { size: [1, 1, 4] as const, spacingMm: [2, 2, 2] as const, values: Uint16Array.from(values) },
    offsetMm: [0.5, 0.5, 0.5] as const,
  });
  const first = (volume: ProgressiveVolume) =>
    Array.from(
      { length: 8 },
      (_, index) => volume.answer('slice', { axis: 2, index, slices: 1, blend: 'mean' }).values[0],
    );
  const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 });
  volume.setPreview(preview(0, 100, 200, 300));
  expect(first(volume)).toEqual([0, 25, 75, 125, 175, 225, 275, 300]);
  const withGap = new ProgressiveVolume(grid, { slope: 1, intercept: 0 }, [2]);
  withGap.setPreview({
    ...preview(),
    volume: { ...preview(0, GAP_SAMPLE, 200, 300).volume, gap: GAP_SAMPLE },
  });
  expect(first(withGap)).toEqual([0, 0, GAP_SAMPLE, GAP_SAMPLE, 200, 225, 275, 300]);
});

test('a slice at half resolution is shown until the whole slice arrives, and does not count as complete', () => {
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ] as const;
  const grid = placementOf({ size: [5, 4, 2], spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 });
  const axial = (index: number) => [
    ...volume.answer('slice', { axis: 2, index, slices: 1, blend: 'mean' }).values,
  ];
  volume.putHalf(0, Uint16Array.from([0, 20, 40, 100, 120, 140]));
  // the slices run downwards, so the first one is on top
  expect(axial(1)).toEqual([
    0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 100, 110, 120, 130, 140,
  ]);
  // the slice beside it, the last one, is a copy
  expect(axial(0)).toEqual(axial(1));
  expect([volume.arrived, volume.arrivedHalves, volume.isComplete]).toEqual([0, 2, false]);
  const whole = Uint16Array.from({ length: 20 }, (_, at) => at);
  volume.putSlice(0, whole.slice());
  volume.putHalf(0, new Uint16Array(6));
  expect(axial(1)).toEqual([...whole]);
  volume.putSlice(1, whole.slice());
  expect([volume.arrived, volume.arrivedHalves, volume.isComplete]).toEqual([2, 2, true]);
});

test('unmeasured slices count as arrived at half resolution from the beginning, and only once', () => {
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const grid = placementOf({ size: [4, 4, 3], spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 }, [1]);
  expect(volume.arrivedHalves).toBe(1);
  volume.putHalf(1, new Uint16Array(4));
  volume.putHalf(0, new Uint16Array(4));
  expect(volume.arrivedHalves).toBe(2);
  for (const index of [0, 1, 2]) volume.putSlice(index, new Uint16Array(16));
  expect([volume.arrivedHalves, volume.isComplete]).toEqual([3, true]);
});

test.each([
  [
    'axial',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'coronal, from the back',
    [
      [1, 0, 0],
      [0, 0, -1],
      [0, -1, 0],
    ],
  ],
] as const)(
  'a slice that has not arrived is the mean of its neighbours at half resolution: %s',
  (_, directions) => {
    const grid = placementOf({ size: [4, 6, 6], spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
    const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 }, [2]);
    const stack = grid.axes[2]!;
    const slices = () =>
      Array.from({ length: 6 }, (_, at) => {
        const index = stack.reversed ? 5 - at : at;
        const { values } = volume.answer('slice', { axis: stack.to, index, slices: 1, blend: 'mean' });
        return new Set(values).size === 1 ? values[0] : [...values];
      });
    const half = (value: number) => new Uint16Array(6).fill(value);
    volume.putHalf(4, half(400));
    expect([slices()[4], volume.arrivedHalves]).toEqual([400, 4]);
    volume.putHalf(0, half(100));
    // the slice 2 was not measured, so those beside it equal their other neighbour
    expect(slices()).toEqual([100, 100, GAP_SAMPLE, 400, 400, 400]);
    expect([volume.arrivedHalves, volume.arrived]).toEqual([6, 0]);
    volume.putSlice(5, new Uint16Array(24).fill(7));
    volume.putHalf(3, half(8));
    expect(slices()).toEqual([100, 100, GAP_SAMPLE, 8, 400, 7]);
    for (const index of [0, 1, 2, 3, 4]) volume.putSlice(index, new Uint16Array(24).fill(index));
    expect(slices()).toEqual([0, 1, GAP_SAMPLE, 3, 4, 7]);
    expect([volume.arrivedHalves, volume.isComplete]).toEqual([6, true]);
  },
);

test('a slice between one at half resolution and a whole one is their mean', () => {
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const grid = placementOf({ size: [2, 2, 3], spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 });
  volume.putHalf(0, Uint16Array.of(10));
  expect(volume.arrivedHalves).toBe(1);
  volume.putSlice(2, new Uint16Array(4).fill(65_535));
  const [between] = volume.answer('slice', { axis: 2, index: 1, slices: 1, blend: 'mean' }).values;
  expect([between, volume.arrivedHalves, volume.arrived]).toEqual([32_772, 3, 1]);
});

test('gaps inside a slice are kept, also in the copy of the samples', () => {
  const grid = placementOf({
    size: [2, 1, 1],
    spacingMm: [1, 1, 1],
    originMm: [0, 0, 0],
    directions: GRID_AXES,
  });
  const shown = (hasGaps: boolean) => {
    const volume = new ProgressiveVolume(grid, { slope: 1, intercept: 0 }, [], hasGaps);
    volume.putSlice(0, Uint16Array.of(7, GAP_SAMPLE));
    const copy = volume.answer('samples', {});
    expect([...copy.values]).toEqual([7, GAP_SAMPLE]);
    // a copy, because its array is transferred to another worker
    copy.values.fill(0);
    return volume.answer('slice', { axis: 2, index: 0, slices: 1, blend: 'mean' });
  };
  expect(shown(true)).toMatchObject({ gap: GAP_SAMPLE, values: Uint16Array.of(7, GAP_SAMPLE) });
  expect(shown(false)).toMatchObject({ gap: undefined, values: Uint16Array.of(7, GAP_SAMPLE) });
});

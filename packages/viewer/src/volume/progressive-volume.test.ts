import { expect, test } from 'vitest';
import { placementOf } from './placement.ts';
import { ProgressiveVolume } from './progressive-volume.ts';

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

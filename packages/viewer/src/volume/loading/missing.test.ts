import { expect, test } from 'vitest';
import type { Level, VolumeSeries } from '../../study/study.ts';
import { missingIn } from './missing.ts';
import { placementOf } from '../voxels/placement.ts';
import { ProgressiveVolume } from '../worker/progressive-volume.ts';
import { GAP_SAMPLE as GAP } from '../voxels/units.ts';

test('a coarse slice is missing only if all slices that it covers are missing', () => {
  const series = { missing: [2, 3, 5, 8], frameCount: 9 } as VolumeSeries;
  const at = (factor: number) => missingIn(series, { factor: [1, 1, factor] } as unknown as Level);
  expect([at(1), at(2), at(4)]).toEqual([[2, 3, 5, 8], [1, 4], [2]]);
});

test('voxels that were not measured stay gaps in slices and sheets, and out of means and probes', () => {
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
    [3, 4],
  );
  for (let at = 0; at < 8; at += 1) volume.putSlice(at, new Uint16Array(64).fill(at === 3 ? 0 : 100 * at));
  volume.putSlice(0, new Uint16Array(64).fill(65_535));
  expect(volume.arrived).toBe(8);
  const axial = (index: number, slices: number) =>
    volume.answer('slice', { axis: 2, index, slices, blend: 'mean' }).values[0];
  expect([axial(2, 1), axial(3, 1), axial(4, 1), axial(0, 1)]).toEqual([200, GAP, GAP, GAP - 1]);
  expect([axial(3, 3), axial(3, 2)]).toEqual([200, GAP]);
  // rows from the top down
  const coronal = volume.answer('slice', { axis: 1, index: 4, slices: 1, blend: 'max' }).values;
  expect([...coronal].filter((_, at) => at % 8 === 0)).toEqual([700, 600, 500, GAP, GAP, 200, 100, GAP - 1]);
  const sheet = volume.answer('sheet', {
    columns: [{ originMm: [4, 4, 0], normal: [0, 1, 0] }],
    up: [0, 0, 1],
    heightMm: [1, 6],
    pixelMm: 0.5,
    slabMm: [-1, 1],
    stepMm: 1,
  }).values;
  expect([...sheet]).toEqual([575, 525, 500, GAP, GAP, GAP, GAP, 200, 175, 125]);
  const probe = (z: number) => volume.answer('probe', { at: [4, 4, z], radiusMm: 1 });
  expect(probe(3)).toEqual({ statistics: { mean: 200, min: 200, max: 200 }, isComplete: false });
  expect(volume.answer('probe', { at: [4, 4, 3], radiusMm: 0.5 }).statistics).toBeNull();
  expect(probe(6)).toEqual({ statistics: { mean: 600, min: 500, max: 700 }, isComplete: true });
});

import { expect, test } from 'vitest';
import type { Vec3 } from '../../geometry/vectors.ts';
import { fromPatient, placementOf, toPatient } from './placement.ts';
import { ProgressiveVolume } from '../worker/progressive-volume.ts';

/** A coronal series: slices from front to back, rows towards the feet, columns towards the patient's left. */
const coronal = {
  size: [3, 4, 2] as Vec3,
  spacingMm: [1, 2, 3] as Vec3,
  originMm: [10, 20, 30] as Vec3,
  directions: [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ] as const,
};

test('the axes of a coronal series are permuted to run to the left, the back and the head', () => {
  const placement = placementOf(coronal);
  expect(placement.size).toEqual([3, 2, 4]);
  expect(placement.spacingMm).toEqual([1, 3, 2]);
  expect(placement.originMm).toEqual([10, 20, 24]);
  const point: Vec3 = [2, 3, 4];
  expect(toPatient(placement, point)).toEqual([12, 23, 28]);
  expect(fromPatient(placement, toPatient(placement, point))).toEqual(point);
});

test('the voxels of a coronal series are written to their positions in the patient', () => {
  const volume = new ProgressiveVolume(placementOf(coronal), { slope: 1, intercept: 0 });
  // each value encodes column, row and slice of the series
  for (const slice of [0, 1])
    volume.putSlice(
      slice,
      Uint16Array.from({ length: 12 }, (_, at) => 100 * (at % 3) + 10 * Math.floor(at / 3) + slice),
    );
  const axial = volume.answer('slice', { axis: 2, index: 3, slices: 1, blend: 'mean' });
  // the uppermost axial slice consists of the first rows of the series
  expect([...axial.values]).toEqual([0, 100, 200, 1, 101, 201]);
  expect(volume.arrived).toBe(2);
});

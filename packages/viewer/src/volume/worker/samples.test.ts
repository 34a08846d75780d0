import { expect, test } from 'vitest';
import { placementOf } from '../voxels/placement.ts';
import { ProgressiveVolume } from './progressive-volume.ts';
import { ascending, ascendingScale, type SampleScale, toUnits } from '../voxels/units.ts';

/** Reference samples: the ends of the range, and both sides of what fits into 16 signed bits. */
const SAMPLES = [0, 32_767, 32_768, 65_535];

/** A volume of 4 × 4 × 4 voxels of a millimetre; the value of a voxel is that of its column. */
function volumeWith(stated: SampleScale, samples: readonly number[]): ProgressiveVolume {
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const size = [4, 4, 4] as const;
  const placement = placementOf({ size, spacingMm: [1, 1, 1], originMm: [0, 0, 0], directions });
  const volume = new ProgressiveVolume(placement, ascendingScale(stated));
  for (let at = 0; at < 4; at += 1)
    volume.putSlice(
      at,
      ascending(
        Uint16Array.from({ length: 16 }, (_, pixel) => samples[pixel % 4]!),
        stated,
      ),
    );
  return volume;
}

test.each([
  ['unsigned', { slope: 1, intercept: 0 }],
  ['unsigned in Hounsfield units', { slope: 1, intercept: -1000 }],
  ['signed, transferred raised', { slope: 1, intercept: -32_768 }],
  ['fractions', { slope: 0.05, intercept: 0 }],
  ['with a negative slope', { slope: -1, intercept: 65_535 }],
])('values of 16 bits are shown, measured and combined without clipping: %s', (_, scale) => {
  const volume = volumeWith(scale, SAMPLES);
  const expected = SAMPLES.map((sample) => toUnits(scale, sample));
  const inUnits = ({ values, scale: own }: { values: ArrayLike<number>; scale: SampleScale }) =>
    Array.from(values, (value) => expect.closeTo(toUnits(own, value), 6));
  for (const blend of ['mean', 'max'] as const)
    for (const slices of [1, 3]) {
      const row = volume.answer('slice', { axis: 2, index: 1, slices, blend });
      expect(expected).toEqual(inUnits(row).slice(0, 4));
    }
  const sagittal = volume.answer('slice', { axis: 0, index: 1, slices: 4, blend: 'max' });
  expect(Math.max(...expected)).toEqual(inUnits(sagittal)[0]);
  const sheet = volume.answer('sheet', {
    columns: [0, 1, 2].map((x) => ({ originMm: [x, 1, 1] as const, normal: [0, 1, 0] as const })),
    up: [0, 0, 1],
    heightMm: [0, 1],
    pixelMm: 1,
    slabMm: [-1, 1],
    stepMm: 1,
  });
  expect(expected.slice(0, 3)).toEqual(inUnits(sheet));
  expected.forEach((unit, x) => {
    const { statistics } = volume.answer('probe', { at: [x, 1, 1], radiusMm: 0.4 });
    expect([unit, unit, unit]).toEqual(
      [statistics!.mean, statistics!.min, statistics!.max].map((one) => expect.closeTo(one, 6)),
    );
  });
  const low = Math.min(...expected);
  const high = Math.max(...expected);
  const { values } = volume.answer('bytes', { longest: 4, low, high });
  expect(expected.map((unit) => Math.floor(((unit - low) * 255) / (high - low) + 1e-6))).toEqual([
    ...values.subarray(0, 4),
  ]);
});

test('outside the volume there is air, not the lowest value of the device', () => {
  const volume = volumeWith({ slope: 1, intercept: -32_768 }, [31_768, 31_768, 31_768, 31_768]);
  const sheet = volume.answer('sheet', {
    columns: [{ originMm: [9, 9, 9], normal: [0, 1, 0] }],
    up: [0, 0, 1],
    heightMm: [0, 1],
    pixelMm: 1,
    slabMm: [-1, 1],
    stepMm: 1,
  });
  expect([...sheet.values].map((value) => toUnits(sheet.scale, value))).toEqual([-1000]);
});

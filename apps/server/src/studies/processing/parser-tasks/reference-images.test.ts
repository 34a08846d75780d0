import { findArch } from '@snimok/imaging/panorama/find-arch';
import { tone } from '@snimok/imaging/panorama/tone';
import { unroll } from '@snimok/imaging/panorama/unroll';
import { drawPatientScan, patientOf } from '@snimok/phantom/patients';
import { toGrey8 } from '@snimok/imaging/pictures/grey';
import { type Axis, type Blend, cutSlice } from '@snimok/imaging/volume/slice';
import { describe, expect, test } from 'vitest';
import { distanceFromGolden } from '../../../testing/pictures-and-documents/golden.ts';

/** With metal crowns, so that the images contain streak artefacts. */
const { volume } = drawPatientScan(patientOf(2, 0.8));

test('the panorama of a patient with metal crowns equals the approved reference image', async () => {
  const arch = findArch(volume);
  if (!('curve' in arch)) throw new Error(`no arch: ${arch.refused}`);
  const unrolled = unroll(volume, arch.plane, arch.curve);
  const { width, height } = unrolled;
  const distance = await distanceFromGolden('panorama', { width, height, pixels: tone(unrolled).grey });
  expect(distance.mean).toBeLessThan(1);
  expect(distance.worst).toBeLessThan(12);
});

describe('slices through the same patient equal the reference images', () => {
  const middle = volume.size.map((count) => count >> 1);
  test.each<[string, Axis, number, Blend]>([
    ['axial', 2, 1, 'mean'],
    ['coronal', 1, 1, 'mean'],
    ['sagittal', 0, 1, 'mean'],
    ['axial-slab-densest', 2, 12, 'max'],
    ['coronal-slab-mean', 1, 12, 'mean'],
  ])('%s', async (name, axis, slices, blend) => {
    const { width, height, values } = cutSlice(volume, { axis, index: middle[axis]!, slices, blend });
    const pixels = toGrey8({ values, window: { center: 700, width: 4000 } });
    const distance = await distanceFromGolden(name, { width, height, pixels });
    expect(distance).toEqual({ mean: expect.closeTo(0, 1), worst: expect.any(Number) });
    expect(distance.worst).toBeLessThan(3);
  });
});

import { expect, test } from 'vitest';
import { meshInPatient, niftiParts } from './export-volume.ts';
import { type Placement, placementOf, toPatient } from './placement.ts';
import { ProgressiveVolume } from '../worker/progressive-volume.ts';

/** A ball of metal in a sagittal series: its columns run to the back, its rows to the feet, its slices to the right. */
const SIZE = [40, 36, 30] as const;
const SPACING_MM = [0.5, 0.5, 0.6] as const;
const ORIGIN_MM = [20, -30, 60] as const;
const BALL_MM = [11, -20.5, 51] as const;
const RADIUS_MM = 5;
const DIRECTIONS = [
  [0, 1, 0],
  [0, 0, -1],
  [-1, 0, 0],
] as const;

/** Samples of half a unit, as in the transferred frames. */
const SCALE = { slope: 0.5, intercept: -500 };

const placement: Placement = placementOf({
  size: SIZE,
  spacingMm: SPACING_MM,
  originMm: ORIGIN_MM,
  directions: DIRECTIONS,
});

const depthAt = (patient: readonly number[]) =>
  RADIUS_MM - Math.hypot(...patient.map((mm, axis) => mm - BALL_MM[axis]!));

function phantom(): ProgressiveVolume {
  const volume = new ProgressiveVolume(placement, SCALE);
  for (let slice = 0; slice < SIZE[2]; slice += 1)
    volume.putSlice(
      slice,
      Uint16Array.from({ length: SIZE[0] * SIZE[1] }, (_, at) => {
        const index = [at % SIZE[0], Math.floor(at / SIZE[0]), slice];
        const patient = [0, 1, 2].map(
          (row) =>
            ORIGIN_MM[row]! +
            index.reduce((sum, count, axis) => sum + count * SPACING_MM[axis]! * DIRECTIONS[axis]![row]!, 0),
        );
        return (1000 * Math.min(1, Math.max(0, depthAt(patient) / 0.6 + 0.5))) / SCALE.slope;
      }),
    );
  return volume;
}

test('each voxel of the NIfTI file has the value of the phantom at its RAS position', async () => {
  const volume = phantom();
  const parts = await niftiParts(placement, async (index) =>
    volume.answer('slice', { axis: 2, index, slices: 1, blend: 'mean' }),
  );
  const file = Buffer.concat(parts);
  const [nx, ny, nz] = [42, 44, 46].map((at) => file.readInt16LE(at)) as [number, number, number];
  expect(file.length).toBe(352 + nx * ny * nz * 2);
  const wrong: unknown[] = [];
  for (const index of [
    [0, 0, 0],
    [15, 19, 18],
    [14, 22, 17],
    [nx - 1, ny - 1, nz - 1],
  ] as const) {
    const ras = [0, 1, 2].map(
      (row) =>
        [0, 1, 2].reduce((sum, axis) => sum + file.readFloatLE(280 + row * 16 + axis * 4) * index[axis]!, 0) +
        file.readFloatLE(280 + row * 16 + 12),
    );
    const expected =
      1000 * Math.min(1, Math.max(0, depthAt([-ras[0]!, -ras[1]!, ras[2]!]) / 0.6 + 0.5)) - 500;
    const sample = file.readUInt16LE(352 + ((index[2] * ny + index[1]) * nx + index[0]) * 2);
    const value = sample * file.readFloatLE(112) + file.readFloatLE(116);
    if (Math.abs(value - expected) > 1) wrong.push({ index, ras, value, expected });
  }
  expect(wrong).toEqual([]);
});

test('the exported surface lies on the ball in the patient’s coordinates, coarse or not', () => {
  const volume = phantom();
  for (const [every, tolerance] of [
    [1, 0.1],
    [2, 0.2],
  ] as const) {
    const mesh = meshInPatient(volume.answer('surface', { level: 0, every }), placement);
    const distances: number[] = [];
    for (let at = 0; at < mesh.positions.length; at += 3)
      distances.push(Math.abs(depthAt([...mesh.positions.subarray(at, at + 3)])));
    const sorted = distances.toSorted((one, other) => one - other);
    expect(sorted.length).toBeGreaterThan(100);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(tolerance);
  }
  expect(toPatient(placement, [0, 0, 0])[2]).toBeCloseTo(60 - 35 * 0.5);
});

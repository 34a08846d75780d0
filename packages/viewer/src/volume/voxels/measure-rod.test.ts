import { expect, test } from 'vitest';
import type { Volume } from '@snimok/imaging/volume/volume';
import { implantRod } from '../../geometry/rod.ts';
import { joinParts, measureRod } from './measure-rod.ts';

/** Values grow by 10 per layer of 0.5 mm; outside of a cylinder about x = y = 10 mm there is another tissue. */
const layers = (outside: number): Volume => {
  const values = new Int16Array(41 * 41 * 41);
  for (let at = 0; at < values.length; at += 1) {
    const x = at % 41;
    const y = Math.floor(at / 41) % 41;
    const z = Math.floor(at / 1681);
    values[at] = Math.hypot(x * 0.5 - 10, y * 0.5 - 10) <= 2.3 ? z * 20 : outside;
  }
  return { size: [41, 41, 41], spacingMm: [0.5, 0.5, 0.5], values };
};
const GAP = -32_768;
/** Units are half of the samples. */
const SAMPLES = { slope: 0.5, intercept: 0 };
const implant = implantRod([10, 10, 17], [10, 10, 5], 4)!;

test('each third of an implant has the mean and the range of the voxels inside its body', () => {
  const { parts, isComplete } = measureRod(layers(2000), implant, 12, SAMPLES);
  expect(isComplete).toBe(true);
  const thirds = joinParts(parts, 3);
  // layers 26 to 34, 18 to 25 and 10 to 17, of 10 units each
  expect(thirds.map((third) => [third?.min, third?.max])).toEqual([
    [270, 340],
    [190, 260],
    [100, 180],
  ]);
  expect(Math.abs(thirds[0]!.mean - 305)).toBeLessThan(2);
  expect(Math.abs(thirds[1]!.mean - 225)).toBeLessThan(2);
  // the rounded apex has fewer voxels at its tip
  expect(thirds[2]!.mean).toBeGreaterThan(140);
  expect(parts[0]!.count).toBeGreaterThan(parts[11]!.count);
});

test('unmeasured layers are left out, and an implant outside the volume has no values', () => {
  const volume = layers(0);
  volume.values.fill(GAP, 0, 41 * 41 * 19);
  const { parts, isComplete } = measureRod({ ...volume, gap: GAP }, implant, 12, SAMPLES);
  expect(isComplete).toBe(false);
  expect(joinParts(parts, 3)[2]).toBeNull();
  expect(Math.abs(joinParts(parts, 3)[0]!.mean - 305)).toBeLessThan(2);
  const outside = measureRod(volume, implantRod([90, 0, 0], [90, 0, 9], 4)!, 12, SAMPLES);
  expect(outside).toEqual({ parts: Array.from({ length: 12 }, () => null), isComplete: false });
});

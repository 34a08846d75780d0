import { expect, test } from 'vitest';
import { traceTunnel } from '@snimok/imaging/volume/trace-tunnel';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { originOf } from '../anatomy/anatomy.ts';
import { canalPath } from '../anatomy/mandible.ts';
import { drawJaws, jawCurve } from '../jaws.ts';
import { randomStream } from '../anatomy/random.ts';

const FRAME = { size: [250, 240, 130], spacingMm: 0.4 } as const;

/** The axis of the left canal in the body of the mandible, in millimetres of the volume. */
function canal(): Vector3[] {
  const { points, normals, stepMm } = jawCurve();
  const middle = (points.length - 1) / 2;
  const origin = originOf(FRAME);
  return canalPath(0.2)
    .filter(({ along }) => along > 31 && along < 66)
    .map(({ along, out, height }) => {
      const at = Math.round(middle + along / stepMm);
      const [x, y] = points[at]!;
      const [nx, ny] = normals[at]!;
      return [x - nx * out - origin.x, y - ny * out - origin.y, height - origin.z];
    });
}

const distance = (one: Vector3, other: Vector3) => Math.hypot(...one.map((mm, axis) => mm - other[axis]!));
const percentile = (values: number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!;

/** Points every tenth of a millimetre. */
const dense = (line: readonly Vector3[]): Vector3[] =>
  line.slice(1).flatMap((to, at) => {
    const from = line[at]!;
    const count = Math.max(1, Math.round(distance(from, to) / 0.1));
    return Array.from({ length: count }, (_, step) =>
      [0, 1, 2].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * step) / count),
    ) as unknown as Vector3[];
  });

test('between two clicks in the canal the traced line follows its axis more closely than a straight line', () => {
  const volume = drawJaws({ ...FRAME, seed: 3, noise: 60 });
  const truth = canal();
  const random = randomStream(11);
  const byHand = (point: Vector3) => point.map((mm) => mm + (random() - 0.5) * 1) as unknown as Vector3;
  const clicks = [0, 0.33, 0.66, 1].map((part) => byHand(truth[Math.round(part * (truth.length - 1))]!));
  const parts = clicks.slice(1).map((to, at) => traceTunnel(volume, clicks[at]!, to)!);
  const error = (line: readonly Vector3[]) =>
    dense(line).map((point) => Math.min(...truth.map((one) => distance(one, point))));
  const found = parts.flatMap(({ points }) => error(points));
  const straight = error(clicks);
  expect(percentile(found, 0.5)).toBeLessThan(0.2);
  expect(percentile(found, 0.95)).toBeLessThan(0.5);
  expect(percentile(found, 0.5)).toBeLessThan(percentile(straight, 0.5) / 2);

  expect(Math.max(...parts.map(({ deviationMm }) => deviationMm))).toBeGreaterThan(0.5);
  for (const [at, { points, deviationMm }] of parts.entries()) {
    // the clicks themselves stay
    expect([points[0], points.at(-1)]).toEqual([clicks[at], clicks[at + 1]]);
    expect(deviationMm).toBeLessThan(4);
  }
});

test('no tunnel is found between points at one place or farther apart than a jaw', () => {
  const volume = { size: [50, 50, 50], spacingMm: [2, 2, 2], values: new Int16Array(125_000) } as const;
  expect(traceTunnel(volume, [40, 40, 40], [40, 40, 40.4])).toBeUndefined();
  expect(traceTunnel(volume, [2, 2, 2], [80, 80, 2])).toBeUndefined();
  // without any difference in density the line is straight
  const even = traceTunnel(volume, [20, 40, 40], [40, 40, 40])!;
  expect(even.deviationMm).toBeLessThan(0.3);
});

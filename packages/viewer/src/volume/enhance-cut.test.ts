import { expect, test } from 'vitest';
import { enhanceCut } from './enhance-cut.ts';

const [width, height, pixelMm] = [120, 60, 0.3];
const picture = (valueAt: (x: number, y: number) => number) =>
  Uint16Array.from({ length: width * height }, (_, at) => valueAt(at % width, Math.floor(at / width)));
const row = (values: ArrayLike<number>) => Array.from({ length: width }, (_, x) => values[30 * width + x]!);

test('an edge becomes steeper, slow changes of brightness become smaller, and a uniform picture stays', () => {
  const edge = enhanceCut(
    { width, height, values: picture((x) => (x < 60 ? 1000 : 2000)) },
    pixelMm,
    undefined,
  );
  expect(row(edge.values)[60]! - row(edge.values)[59]!).toBeGreaterThan(1200);

  const slope = row(
    enhanceCut({ width, height, values: picture((x) => 1000 + x * 10) }, pixelMm, undefined).values,
  );
  expect(slope[90]! - slope[30]!).toBeGreaterThan(200);
  expect(slope[90]! - slope[30]!).toBeLessThan(500);

  const uniform = enhanceCut({ width, height, values: picture(() => 1500) }, pixelMm, undefined);
  expect(new Set(uniform.values)).toEqual(new Set([1500]));
});

test('pixels that were not measured stay so, and no other pixel gets their value', () => {
  const gap = 65_535;
  const values = picture((x, y) => (y === 30 && x < 20 ? gap : x % 2 === 0 ? 65_000 : 0));
  const enhanced = enhanceCut({ width, height, values }, pixelMm, gap);
  expect(row(enhanced.values).slice(0, 20)).toEqual(row(values).slice(0, 20));
  expect(enhanced.values.filter((value) => value === gap)).toHaveLength(20);
});

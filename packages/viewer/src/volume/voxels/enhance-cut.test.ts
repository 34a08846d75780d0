import { expect, test } from 'vitest';
import { enhanceCut } from './enhance-cut.ts';

const width = 120;
const height = 60;
const pixelMm = 0.3;
const picture = (valueAt: (x: number, y: number) => number) =>
  Uint16Array.from({ length: width * height }, (_, at) => valueAt(at % width, Math.floor(at / width)));
const row = (values: ArrayLike<number>) => Array.from({ length: width }, (_, x) => values[30 * width + x]!);

test('edges become steeper, gradual changes of brightness weaker, and a uniform picture is unchanged', () => {
  const edge = enhanceCut({ width, height, values: picture((x) => (x < 60 ? 1000 : 2000)) }, pixelMm, {});
  expect(row(edge.values)[60]! - row(edge.values)[59]!).toBeGreaterThan(1200);

  const slope = row(enhanceCut({ width, height, values: picture((x) => 1000 + x * 10) }, pixelMm, {}).values);
  expect(slope[90]! - slope[30]!).toBeGreaterThan(200);
  expect(slope[90]! - slope[30]!).toBeLessThan(500);

  const uniform = enhanceCut({ width, height, values: picture(() => 1500) }, pixelMm, {});
  expect(new Set(uniform.values)).toEqual(new Set([1500]));
});

test('pixels that were not measured stay so, and no other pixel gets their value', () => {
  const gap = 65_535;
  const values = picture((x, y) => (y === 30 && x < 20 ? gap : x % 2 === 0 ? 65_000 : 0));
  const enhanced = enhanceCut({ width, height, values }, pixelMm, { gap });
  expect(row(enhanced.values).slice(0, 20)).toEqual(row(values).slice(0, 20));
  expect(enhanced.values.filter((value) => value === gap)).toHaveLength(20);
});

test('tissue beside metal stays as bright as without it', () => {
  const tissue = (x: number, y: number) => (y < 20 ? 0 : 1200) + ((x * 7 + y * 3) % 50);
  const metal = (x: number, y: number) => (x > 55 && x < 62 && y > 15 && y < 45 ? 40_000 : tissue(x, y));
  const [plain, beside] = [tissue, metal].map(
    (valueAt) => enhanceCut({ width, height, values: picture(valueAt) }, pixelMm, {}).values,
  );
  expect(row(beside!)[50]!).toBeGreaterThan(0.6 * row(plain!)[50]!);
  expect(row(beside!)[58]!).toBeGreaterThan(2000);
});

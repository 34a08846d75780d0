import { expect, test } from 'vitest';
import { metalFrom, withoutMetal } from './metal.ts';
import { autoWindow } from './window.ts';

/** A slice of unsigned values without a rescale: air, soft tissue, bone and enamel, and a part of metal. */
const slice = (metalPart: number, airPart = 0.4) =>
  Uint16Array.from({ length: 20_000 }, (_, at) => {
    const part = ((at * 7919) % 20_000) / 20_000;
    const grain = ((at * 31) % 100) - 50;
    if (part < metalPart) return 60_000;
    if (part < metalPart + airPart) return 60 + grain;
    if (part < 0.88) return 1050 + grain;
    return (part < 0.96 ? 2400 : 3700) + grain;
  });
const ascending = (values: Uint16Array) => Float64Array.from(values).sort();

test.each([0.002, 0.03, 0.12])('values far above the tissue are metal if they fill %d of a slice', (part) => {
  const values = ascending(slice(part));
  expect(metalFrom(values, 0)).toBeGreaterThan(3800);
  expect(withoutMetal(values, 0).at(-1)).toBeLessThan(3800);
  expect(withoutMetal(values, 0)).toHaveLength(Math.round(20_000 * (1 - part)));
});

test('in a field without air, the densest teeth are not metal', () => {
  expect(withoutMetal(ascending(slice(0, 0)), 0)).toHaveLength(20_000);
  expect(withoutMetal(ascending(slice(0.05, 0)), 0)).toHaveLength(19_000);
});

test('values that fill more than a sixth of a slice are not metal, nor is a uniform slice', () => {
  expect(metalFrom(ascending(slice(0.2)), 0)).toBe(Infinity);
  expect(metalFrom(new Float64Array(100).fill(7), 0)).toBe(Infinity);
  expect(withoutMetal(new Float64Array(), 0)).toHaveLength(0);
});

test('the automatic window of a scan without Hounsfield units shows the tissue beside metal', () => {
  const { center, width } = autoWindow(slice(0.03), { slope: 1, intercept: 0 }, 'scan');
  expect(center + width / 2).toBeLessThan(4000);
  expect(center - width / 2).toBeGreaterThan(-200);
  const plain = autoWindow(slice(0), { slope: 1, intercept: 0 }, 'scan');
  expect(plain.center + plain.width / 2).toBeCloseTo(3700, -2);
});

import { expect, test } from 'vitest';
import { adjustWindow, greyTable, windowInSamples } from './display-window.ts';

const byteAt = (greys: Uint32Array, value: number) => greys[value & 0xffff]! & 0xff;

test('a window maps signed and unsigned values from black to white, or inverted', () => {
  const displayWindow = { center: 100, width: 400, inverted: false };
  const signed = greyTable(displayWindow, true);
  expect([-5000, -100, 140, 300, 5000].map((value) => byteAt(signed, value))).toEqual([0, 0, 153, 255, 255]);
  const unsigned = greyTable({ ...displayWindow, center: 40_000 }, false);
  expect([39_800, 40_040, 40_200].map((value) => byteAt(unsigned, value))).toEqual([0, 153, 255]);
  expect(byteAt(greyTable({ ...displayWindow, inverted: true }, true), 5000)).toBe(0);
});

test('equal units look the same, whatever the rescale of the samples', () => {
  const displayWindow = { center: 40_000, width: 20_000, inverted: false };
  for (const scale of [
    { slope: 1, intercept: 0 },
    { slope: 1, intercept: -1000 },
    { slope: 2, intercept: -32_768 },
    { slope: -1, intercept: 65_535 },
  ]) {
    const table = greyTable(windowInSamples(displayWindow, scale), false);
    const greyOf = (unit: number) => byteAt(table, (unit - scale.intercept) / scale.slope);
    expect([29_000, 36_200, 40_200, 44_200, 51_000].map(greyOf)).toEqual([0, 79, 130, 181, 255]);
  }
});

test('a drag to the right widens the window, and a drag upwards brightens the picture', () => {
  const displayWindow = { center: 100, width: 400, inverted: false };
  expect(adjustWindow(displayWindow, [250, 0], 500).width).toBeCloseTo(800);
  expect(adjustWindow(displayWindow, [0, -100], 500).center).toBeLessThan(100);
});

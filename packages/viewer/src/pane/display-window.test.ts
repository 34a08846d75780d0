import { expect, test } from 'vitest';
import { dragTone, greysOf } from './display-window.ts';

const byteAt = (greys: Uint32Array, value: number) => greys[value & 0xffff]! & 0xff;

test('a window spreads its values from black to white, signed or not, and the other way as a negative', () => {
  const tone = { center: 100, width: 400, inverted: false };
  const signed = greysOf(tone, true);
  expect([-5000, -100, 140, 300, 5000].map((value) => byteAt(signed, value))).toEqual([0, 0, 153, 255, 255]);
  const unsigned = greysOf({ ...tone, center: 40_000 }, false);
  expect([39_800, 40_040, 40_200].map((value) => byteAt(unsigned, value))).toEqual([0, 153, 255]);
  expect(byteAt(greysOf({ ...tone, inverted: true }, true), 5000)).toBe(0);
});

test('a drag to the right widens, a drag upwards brightens', () => {
  const tone = { center: 100, width: 400, inverted: false };
  expect(dragTone(tone, [250, 0], 500).width).toBeCloseTo(800);
  expect(dragTone(tone, [0, -100], 500).center).toBeLessThan(100);
});

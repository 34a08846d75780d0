import { expect, test } from 'vitest';
import { SpareArrays } from './spare-arrays.ts';

test('a spare array is reused once for its length, and no array is kept after loading', () => {
  const spares = new SpareArrays();
  const half = new Uint16Array(25);
  const whole = new Uint16Array(100);
  spares.put(whole);
  spares.put(half);
  expect(spares.take(100)).toBe(whole);
  expect(spares.take(100)).toBeUndefined();
  spares.close();
  spares.put(whole);
  expect([spares.take(25), spares.take(100)]).toEqual([undefined, undefined]);
});

test('arrays of earlier slices are discarded for those of the slices that are being decoded', () => {
  const spares = new SpareArrays();
  for (let at = 0; at < 40; at += 1) spares.put(new Uint16Array(25));
  for (let at = 0; at < 40; at += 1) spares.put(new Uint16Array(100));
  expect(spares.take(25)).toBeUndefined();
  expect(Array.from({ length: 40 }, () => spares.take(100)).filter(Boolean)).toHaveLength(32);
});

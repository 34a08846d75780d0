import { expect, test } from 'vitest';
import type { Slice } from '../volume/slice.ts';
import { longAxisAt } from './long-axis.ts';

const side = 80;

/** An ellipse of bone in soft tissue with noise. */
function ellipse(
  centre: readonly [number, number],
  halves: readonly [number, number],
  degrees: number,
): Slice {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const values = Int16Array.from({ length: side * side }, (_, at) => {
    const x = (at % side) - centre[0];
    const y = Math.floor(at / side) - centre[1];
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    const noise = ((at * 7919) % 121) - 60;
    return (Math.hypot(along / halves[0], across / halves[1]) <= 1 ? 900 : 60) + noise;
  });
  return { width: side, height: side, values };
}

test('the long axis of a piece of bone is found within 1°, from a place beside its centre', () => {
  for (const degrees of [-35, -10, 0, 20, 70]) {
    const found = longAxisAt(ellipse([41, 37], [22, 10], degrees), [45, 40], 8)!;
    const angle = (Math.atan2(found.direction[1], found.direction[0]) * 180) / Math.PI;
    expect(Math.abs(angle - degrees)).toBeLessThan(1);
    expect(Math.hypot(found.centre[0] - 41, found.centre[1] - 37)).toBeLessThan(0.5);
    expect(found.elongation).toBeCloseTo(2.2, 1);
  }
});

test('a round piece, one that continues beyond the slice, and a place without bone have no axis', () => {
  expect(longAxisAt(ellipse([40, 40], [15, 15], 0), [40, 40], 8)).toBeUndefined();
  expect(longAxisAt(ellipse([70, 40], [22, 10], 0), [70, 40], 8)).toBeUndefined();
  expect(longAxisAt(ellipse([40, 40], [22, 10], 0), [5, 5], 8)).toBeUndefined();
});

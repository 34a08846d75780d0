import { expect, test } from 'vitest';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import { movedBy, zoomedBy } from './zoomed.ts';

test('a picture is enlarged at most twelve times, and is whole again at its first size', () => {
  const large = zoomedBy(zoomedBy(INITIAL_VIEWPORT, 10), 10);
  expect(large.zoom).toBe(12);
  const moved = movedBy(large, [0.1, 0], [300, 200]);
  expect(moved.pan[0]).toBeCloseTo(2.5);
  expect(zoomedBy(moved, 0.01)).toEqual(INITIAL_VIEWPORT);
});

test('a picture that is shown whole cannot be moved', () => {
  expect(movedBy(INITIAL_VIEWPORT, [0.1, 0.1], [300, 200])).toBe(INITIAL_VIEWPORT);
});

import { expect, test } from 'vitest';
import { gridLayers, gridShift, gridStart, nearestLayer } from './grid-layers.ts';

const range = { count: 100, every: 5, cells: 9 };

test('a grid is centred on the crosshair and moves only when the crosshair leaves it', () => {
  const start = gridStart(0, 60, range);
  expect(gridLayers(start, range)).toEqual([40, 45, 50, 55, 60, 65, 70, 75, 80]);
  for (const current of [38, 52, 82]) expect(gridStart(start, current, range)).toBe(start);
  expect(gridStart(start, 90, range)).toBe(59);
  expect(nearestLayer(gridLayers(start, range), 58)).toBe(60);
});

test('a grid does not go beyond the volume, and the wheel moves it by whole steps up to there', () => {
  expect(gridStart(0, 99, range)).toBe(59);
  expect(gridShift(40, 1, range)).toBe(5);
  expect(gridShift(57, 1, range)).toBe(2);
  expect(gridShift(59, 3, range)).toBe(0);
  expect(gridShift(3, -1, range)).toBe(-3);
  const small = { count: 12, every: 5, cells: 9 };
  expect(gridLayers(gridStart(0, 11, small), small)).toEqual([0, 5, 10]);
});

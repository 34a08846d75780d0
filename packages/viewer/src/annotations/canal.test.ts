import { expect, test } from 'vitest';
import { newAnnotation, type Point } from './annotation.ts';
import { deviationMm, handlesOf, manualLine, setPointsOf, withSetPoint } from './canal.ts';

const setPoints: Point[] = [
  [0, 0, 0],
  [10, 0, 0],
  [20, 0, 0],
];
const points: Point[] = [
  [0, 0, 0],
  [4, 1.5, 0],
  [10, 0, 0],
  [13, 0, 0.5],
  [17, 0, 2],
  [20, 0, 0],
];
const traced = {
  ...newAnnotation({ kind: 'canal', on: 'volume', series: 0, frame: null, points, sizeMm: 2 }),
  setPoints,
};

test('a traced canal has handles at the points that were set, and says how far it leaves the straight line', () => {
  expect(handlesOf(traced)).toEqual(setPoints);
  expect(deviationMm(traced)).toBe(2);
  const manual = manualLine(traced);
  expect(manual.points).toEqual(setPoints);
  expect(manual).not.toHaveProperty('setPoints');
  expect(deviationMm(manual)).toBe(0);
});

test('a set point that is moved keeps the line beyond its neighbours', () => {
  const moved = withSetPoint(traced, 2, [21, 1, 0]);
  expect(moved.points).toEqual([...points.slice(0, 3), [21, 1, 0]]);
  expect(moved.setPoints).toEqual([...setPoints.slice(0, 2), [21, 1, 0]]);
  expect(withSetPoint(traced, 0, [1, 1, 1]).points).toEqual([[1, 1, 1], ...points.slice(2)]);
  expect(withSetPoint(traced, 1, [9, 9, 9]).points).toEqual([points[0], [9, 9, 9], points[5]]);
});

test('a line that an earlier viewer has changed is a manual one', () => {
  const changed = { ...traced, points: points.with(2, [10, 3, 0]) };
  expect(setPointsOf(changed)).toBeUndefined();
  expect(handlesOf(changed)).toEqual(changed.points);
  expect(withSetPoint(changed, 1, [4, 0, 0]).points[1]).toEqual([4, 0, 0]);
});

import { expect, test } from 'vitest';
import { newAnnotation, type Point } from './annotation.ts';
import {
  checked,
  deviationMm,
  foundMm,
  handlesOf,
  isUnchecked,
  manualLine,
  setPointsOf,
  withSetPoint,
} from './canal.ts';
import { annotationName } from './labels.ts';

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

test('a traced canal has handles at its set points and deviates from the straight lines between them', () => {
  expect(handlesOf(traced)).toEqual(setPoints);
  expect(deviationMm(traced)).toBe(2);
  const manual = manualLine(traced);
  expect(manual.points).toEqual(setPoints);
  expect(manual).not.toHaveProperty('setPoints');
  expect(deviationMm(manual)).toBe(0);
});

test('moving a set point changes the line only between its neighbours', () => {
  const moved = withSetPoint(traced, 2, [21, 1, 0]);
  expect(moved.points).toEqual([...points.slice(0, 3), [21, 1, 0]]);
  expect(moved.setPoints).toEqual([...setPoints.slice(0, 2), [21, 1, 0]]);
  expect(withSetPoint(traced, 0, [1, 1, 1]).points).toEqual([[1, 1, 1], ...points.slice(2)]);
  expect(withSetPoint(traced, 1, [9, 9, 9]).points).toEqual([points[0], [9, 9, 9], points[5]]);
});

test('a traced line that an older viewer has changed counts as drawn by hand', () => {
  const changed = { ...traced, points: points.with(2, [10, 3, 0]) };
  expect(setPointsOf(changed)).toBeUndefined();
  expect(handlesOf(changed)).toEqual(changed.points);
  expect(withSetPoint(changed, 1, [4, 0, 0]).points[1]).toEqual([4, 0, 0]);
});

test('an automatically found canal is named as such until it is confirmed or redrawn through its points', () => {
  const found = { ...traced, unchecked: true as const };
  expect(annotationName(found)).toBe('Нижнечелюстной канал, найден автоматически');
  for (const canal of [checked(found), manualLine(found), traced]) {
    expect(isUnchecked(canal)).toBe(false);
    expect(annotationName(canal)).toBe('Нижнечелюстной канал');
  }
  // a viewer of an earlier version has moved a point: the line is a manual one
  expect(isUnchecked({ ...found, points: points.with(2, [10, 3, 0]) })).toBe(false);
});

test('the length of the automatically found parts excludes straight parts', () => {
  const straight = { ...traced, points: [points[0]!, ...points.slice(2)] };
  expect(foundMm(straight)).toBeCloseTo(3.04 + 4.27 + 3.61, 1);
  expect(foundMm(traced)).toBeGreaterThan(20);
  expect(foundMm({ ...traced, points: setPoints })).toBe(0);
  expect(foundMm(manualLine(traced))).toBe(0);
});

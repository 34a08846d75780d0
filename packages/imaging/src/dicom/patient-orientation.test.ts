import { expect, test } from 'vitest';
import { patientOrientationOf } from './patient-orientation.ts';

test('the directions in the header have precedence over the orientation of the image', () => {
  expect(patientOrientationOf(['A', 'f'], [1, 0, 0, 0, 1, 0])).toEqual(['A', 'F']);
  expect(patientOrientationOf([], [1, 0, 0, 0, 1, 0])).toEqual(['L', 'P']);
  expect(patientOrientationOf(['', ''], [0, 1, 0, 0, 0, -1])).toEqual(['P', 'F']);
  expect(patientOrientationOf(['L'], null)).toBeNull();
  expect(patientOrientationOf(['<b>', 'F'], null)).toBeNull();
});

test('an oblique direction has several letters, the largest component first', () => {
  const half = Math.SQRT1_2;
  expect(patientOrientationOf([], [0.8, 0.6, 0, 0, 0, -1])).toEqual(['LP', 'F']);
  expect(patientOrientationOf([], [-1, 0, 0, 0, half, -half])?.[0]).toBe('R');
});

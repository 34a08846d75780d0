import { expect, test } from 'vitest';
import { angleAt, lengthAlong } from '@snimok/imaging/export/measures';
import { implantPoints, lengthened, rotatedAboutApex, turnedAboutApex, turnedAboutHead } from './implant.ts';

const points = implantPoints([10, 20, 30], [1, 0, -3], 11.5);

test('a new implant has the length of its size and the given direction', () => {
  expect(lengthAlong(points)).toBeCloseTo(11.5, 2);
  expect(points[0]).toEqual([10, 20, 30]);
  expect(angleAt([11, 20, 27], [10, 20, 30], points[1]!)).toBeLessThan(0.02);
});

test('rotation about the apex turns the head by the angle and keeps the length', () => {
  const turned = rotatedAboutApex(points, [0, 1, 0], 7);
  expect(turned[1]).toEqual(points[1]);
  expect(lengthAlong(turned)).toBeCloseTo(11.5, 2);
  expect(angleAt(points[0]!, points[1]!, turned[0]!)).toBeCloseTo(7, 1);
  const dragged = turnedAboutApex(points, [60, 20, 90]);
  expect(dragged[1]).toEqual(points[1]);
  expect(lengthAlong(dragged)).toBeCloseTo(11.5, 2);
  expect(angleAt([60, 20, 90], points[1]!, dragged[0]!)).toBeLessThan(0.02);
});

test('the head of an implant stays in place when its apex is moved or its length changes', () => {
  const aimed = turnedAboutHead(points, [10, 40, 30]);
  expect(aimed).toEqual([
    [10, 20, 30],
    [10, 31.5, 30],
  ]);
  const longer = lengthened(points, 13);
  expect(longer[0]).toEqual(points[0]);
  expect(lengthAlong(longer)).toBeCloseTo(13, 2);
});

import { nearestTooth } from '@snimok/imaging/panorama/nearest-tooth';
import { expect, test } from 'vitest';
import { jawCurve } from '../jaws.ts';
import { placeTeeth } from '../anatomy/placement.ts';

const curve = jawCurve();

/** The length along the jaw line of the point nearest to a tooth's crown. */
const alongOf = ([x, y]: readonly [number, number, number]) => {
  const distances = curve.points.map(([px, py]) => Math.hypot(px - x, py - y));
  return distances.indexOf(Math.min(...distances)) * curve.stepMm;
};

test('the tooth at a place of the arch is the one that the phantom has there', () => {
  const teeth = placeTeeth(curve, { seed: 7, missingTeeth: [], metal: false });
  // a third molar may be impacted, and the phantom squeezes the row until it fits
  const standing = teeth.filter(({ number }) => number % 10 < 8);
  const found = standing.map(({ tip, isUpper }) =>
    nearestTooth(curve, alongOf(tip), isUpper ? 'upper' : 'lower'),
  );
  expect(found).toEqual(standing.map(({ number }) => number));
});

test('an arch that is drawn from the left to the right has the same teeth', () => {
  const reversed = { ...curve, points: curve.points.toReversed(), normals: curve.normals.toReversed() };
  const lengthMm = (curve.points.length - 1) * curve.stepMm;
  const places = Array.from({ length: 20 }, (_, at) => (at + 0.5) * (lengthMm / 20));
  expect(places.map((place) => nearestTooth(reversed, lengthMm - place, 'lower'))).toEqual(
    places.map((place) => nearestTooth(curve, place, 'lower')),
  );
});

test('there is no tooth behind the third molar', () => {
  expect(nearestTooth(curve, 0, 'upper')).toBeUndefined();
  expect(nearestTooth(curve, 0, 'lower')).toBeUndefined();
});

test('the part of an arch of one side has no numbers, because they are counted from the midline', () => {
  const half = curve.points.length >> 1;
  const left = { ...curve, points: curve.points.slice(half + 40), normals: curve.normals.slice(half + 40) };
  expect([5, 15, 30].map((alongMm) => nearestTooth(left, alongMm, 'lower'))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

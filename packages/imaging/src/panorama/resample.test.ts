import { expect, test } from 'vitest';
import { makeVolume } from '../testing/volumes.ts';
import { AIR, type Size3 } from '../volume/volume.ts';
import { evenCurve, type Point } from './curve.ts';
import { resamplePanorama } from './resample.ts';

/** A volume whose values are a function of the position in millimetres. */
const volumeOf = (
  size: Size3,
  spacingMm: Size3,
  densityAt: (xMm: number, yMm: number, zMm: number) => number,
) =>
  makeVolume(size, spacingMm, (x, y, z) => densityAt(x * spacingMm[0], y * spacingMm[1], z * spacingMm[2]));

test('a curve is resampled at even steps, with perpendicular normals to the right', () => {
  const curve = evenCurve(
    [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    2.5,
  );
  expect(curve.lengthMm).toBe(20);
  expect(curve.points).toEqual([
    [0, 0],
    [2.5, 0],
    [5, 0],
    [7.5, 0],
    [10, 0],
    [10, 2.5],
    [10, 5],
    [10, 7.5],
    [10, 10],
  ]);
  expect(curve.normals[1]![1]).toBeCloseTo(1);
  expect(curve.normals[7]![0]).toBeCloseTo(-1);
});

test('a straight slab through a linear gradient has the values of the gradient in millimetres', () => {
  const volume = volumeOf([40, 20, 30], [0.5, 0.7, 0.9], (x, _, z) => 100 * x + 10 * z);
  const curve: Point[] = [
    [2, 6],
    [12, 6],
  ];
  const cut = resamplePanorama(volume, {
    curve,
    slabMm: [-2, 2],
    heightMm: [3, 13],
    pixelMm: 0.5,
    stepMm: 0.5,
  });
  expect(cut).toMatchObject({ width: 21, height: 20, pixelMm: 0.5 });
  // First row: 0.25 mm below the top, at 12.75 mm.
  expect(cut.values[0]).toBeCloseTo(200 + 127.5, 0);
  expect(cut.values[20]).toBeCloseTo(1200 + 127.5, 0);
  expect(cut.values[19 * 21]).toBeCloseTo(200 + 32.5, 0);
});

test('a ball on the curve has its own width and position along the curve in the panorama', () => {
  const radius = 20;
  const angle = Math.PI / 3;
  const bx = 30 - radius * Math.cos(angle);
  const by = 30 - radius * Math.sin(angle);
  const volume = volumeOf([120, 120, 20], [0.5, 0.5, 0.5], (x, y, z) =>
    Math.hypot(x - bx, y - by, z - 5) < 3 ? 1000 : 0,
  );
  const arc = Array.from({ length: 181 }, (_, at): Point => {
    const radians = (at * Math.PI) / 180;
    return [30 - radius * Math.cos(radians), 30 - radius * Math.sin(radians)];
  });
  const cut = resamplePanorama(volume, {
    curve: arc,
    slabMm: [-0.25, 0.25],
    heightMm: [0, 10],
    pixelMm: 0.25,
    stepMm: 0.25,
  });
  const row = cut.values.subarray(20 * cut.width, 21 * cut.width);
  const bright = [...row.keys()].filter((column) => row[column]! > 500);
  expect(bright.length * cut.pixelMm).toBeCloseTo(6, 0);
  const middleMm = ((bright[0]! + bright.at(-1)!) / 2) * cut.pixelMm;
  expect(middleMm).toBeCloseTo(radius * angle, 0);
});

test('samples outside the volume are air, mapped like the others', () => {
  const volume = volumeOf([10, 10, 10], [1, 1, 1], () => 500);
  const cut = resamplePanorama(volume, {
    curve: [
      [-20, 5],
      [5, 5],
    ],
    slabMm: [-1, 1],
    heightMm: [0, 9],
    pixelMm: 1,
    stepMm: 1,
    mapDensity: (density) => density * 2,
  });
  expect(cut.values[0]).toBe(2 * AIR);
  expect(cut.values[4 * cut.width + cut.width - 1]).toBe(1000);
});

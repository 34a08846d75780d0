import { expect, test } from 'vitest';
import { areaOf } from '@snimok/imaging/export/measures';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { AnnotationLayer } from './annotation-layer.ts';
import { regionStatistics, regionText } from './region.ts';
import { newAnnotation, captionOf, type Point } from './annotation.ts';

const circle = (radius: number, count: number): Vec2[] =>
  Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI;
    return [20 + radius * Math.cos(angle), 16 + radius * Math.sin(angle)];
  });

/** 200 × 160 pixels of 0.2 mm: 1000 and 1100 alternate inside a disc with a radius of 5 mm; outside the values are 0. */
const image = {
  width: 200,
  height: 160,
  pixelSize: [0.2, 0.2] as const,
  values: Int16Array.from({ length: 200 * 160 }, (_, at) => {
    const x = ((at % 200) + 0.5) * 0.2;
    const y = (Math.floor(at / 200) + 0.5) * 0.2;
    return Math.hypot(x - 20, y - 16) < 5 ? 1000 + (at % 2) * 100 : 0;
  }),
};

test('the area of a region does not depend on the plane in which the region lies', () => {
  const flat = circle(5, 400).map(([x, y]): Vec3 => [x, y, 3]);
  expect(areaOf(flat)).toBeCloseTo(Math.PI * 25, 1);
  const turned = flat.map(([x, y, z]): Vec3 => [x, y * 0.6 - z * 0.8, y * 0.8 + z * 0.6]);
  expect(areaOf(turned)).toBeCloseTo(areaOf(flat), 6);
});

test('statistics are those of the pixels inside the region', () => {
  const inside = regionStatistics(image, circle(4.5, 100))!;
  expect(inside.mean).toBeCloseTo(1050, 0);
  expect(inside.sd).toBeCloseTo(50, 0);
  expect([inside.min, inside.max]).toEqual([1000, 1100]);
  // a C-shaped region around the disc contains no pixel of the disc
  const ring: Vec2[] = [...circle(7, 100), ...circle(5.5, 100).reverse()];
  expect(regionStatistics(image, ring)).toMatchObject({ mean: 0, sd: 0, min: 0, max: 0 });
  expect(
    regionStatistics(image, [
      [-9, -9],
      [-5, -9],
      [-5, -5],
    ]),
  ).toBeUndefined();
});

test('the caption states the area and the values, which are measured only in the plane of the region', () => {
  const points = circle(4.5, 100).map(([x, y]): Point => [x, y, 0]);
  const region = newAnnotation({ kind: 'freehand', on: 'volume', series: 0, frame: null, points });
  const layer: AnnotationLayer = {
    on: 'volume',
    series: 0,
    frame: null,
    maxOffset: 1,
    unitMm: [1, 1, 1],
    toPoint: ([x, y]: Vec2): Point => [x, y, 0],
    toPosition: ([x, y, z]: Point) => ({ position: [x, y] as Vec2, offset: z }),
    bodyOf: () => undefined,
  };
  const text = regionText(region, layer, image)!;
  expect(text.replace(/\s/g, ' ')).toBe('1 050 ± 50 (1 000…1 100)');
  expect(captionOf({ ...region, text }, [1, 1, 1])).toBe(`63,6 мм²\n${text}`);
  const steep = { ...region, points: points.map(([x, y]): Point => [x, 16, (y - 16) / 10]) };
  expect(regionText(steep, layer, image)).toBeUndefined();
});

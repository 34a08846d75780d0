import { expect, test } from 'vitest';
import type { Size3, Volume } from '../volume/volume.ts';
import { measureAirway } from './airway-sections.ts';
import { growRegion } from './grow-region.ts';

/** A volume whose values depend on the place, in millimetres from its first voxel. */
function drawn(size: Size3, spacingMm: Size3, valueAt: (x: number, y: number, z: number) => number): Volume {
  const values = new Int16Array(size[0] * size[1] * size[2]);
  for (let z = 0, at = 0; z < size[2]; z += 1)
    for (let y = 0; y < size[1]; y += 1)
      for (let x = 0; x < size[0]; x += 1, at += 1)
        values[at] = valueAt(x * spacingMm[0], y * spacingMm[1], z * spacingMm[2]);
  return { size, spacingMm, values };
}

const part = (found: number, truth: number) => Math.abs(found / truth - 1);

test('the volume of a ball and its values are found within 2 %, whatever the spacing', () => {
  const spacings: Size3[] = [
    [0.4, 0.4, 0.4],
    [0.3, 0.3, 0.5],
  ];
  for (const spacing of spacings) {
    const size = spacing.map((mm) => Math.round(40 / mm)) as unknown as Size3;
    const isIn = (x: number, y: number, z: number) => Math.hypot(x - 19.3, y - 20.1, z - 20) <= 8;
    const volume = drawn(size, spacing, (x, y, z) =>
      isIn(x, y, z) ? 300 + (Math.round(x / spacing[0]) % 2) * 40 : 60,
    );
    const found = growRegion(volume, { at: [20, 20, 22], low: 200, high: 500, reachMm: 15 })!;
    expect(part(found.volumeMm3, (4 / 3) * Math.PI * 512)).toBeLessThan(0.02);
    expect([found.min, found.max, found.isOpen]).toEqual([300, 340, false]);
    expect(found.mean).toBeGreaterThan(300);
    expect(found.deviation).toBeGreaterThan(5);
    expect(found.mask.marks.reduce((sum, mark) => sum + mark, 0)).toBeCloseTo(
      found.volumeMm3 / (spacing[0] * spacing[1] * spacing[2]),
    );
  }
});

test('a region that is not enclosed is reported as open, and a separate ball is not part of it', () => {
  const volume = drawn([100, 60, 60], [0.5, 0.5, 0.5], (x, y, z) => {
    const isInBall = (at: number) => Math.hypot(x - at, y - 15, z - 15) <= 6;
    const isInTube = Math.hypot(y - 15, z - 15) <= 2 && x > 15;
    return isInBall(12) || isInTube || isInBall(44) ? 300 : 0;
  });
  const request = { at: [12, 15, 15], low: 200, high: 400 } as const;
  expect(growRegion(volume, { ...request, reachMm: 20 })!.isOpen).toBe(true);
  expect(growRegion(volume, { ...request, reachMm: 60 })!.isOpen).toBe(true);
  expect(growRegion(volume, { ...request, at: [12, 15, 25], reachMm: 20 })).toBeNull();
});

test('voxels that were not measured close a region', () => {
  const volume = drawn([40, 40, 40], [0.5, 0.5, 0.5], (_x, _y, z) => (z > 12 ? 32_000 : 100));
  const found = growRegion(
    { ...volume, gap: 32_000 },
    { at: [10, 10, 8], low: 0, high: 32_767, reachMm: 6 },
  )!;
  expect(found.max).toBe(100);
});

/** A tube through tissue: the radius at a height, and its axis leans by `slope` millimetres per millimetre. */
const tube = (radiusAt: (z: number) => number, slope: number, spacing: Size3 = [0.4, 0.4, 0.4]) =>
  drawn(spacing.map((mm) => Math.round(50 / mm)) as unknown as Size3, spacing, (x, y, z) => {
    const axis = 25 + slope * (z - 25);
    // the section perpendicular to the axis is a circle, so the axial one is an ellipse
    const across = (y - axis) / Math.hypot(1, slope);
    const isHead = Math.hypot(x - 25, y - 25) < 24;
    return !isHead || Math.hypot(x - 25, across) <= radiusAt(z) ? -1000 : 40;
  });

test('the volume between two levels and the narrowest area of a straight airway are found within 2 %', () => {
  const radiusAt = (z: number) => (Math.abs(z - 30) < 2.5 ? 4 : 7);
  const found = measureAirway(tube(radiusAt, 0), {
    at: [25, 25, 20],
    up: [0, 0, 1],
    levelsMm: [10, 40],
    airBelow: -470,
  })!;
  expect(part(found.volumeMm3, Math.PI * (49 * 25 + 16 * 5))).toBeLessThan(0.02);
  expect(part(found.narrowest!.areaMm2, Math.PI * 16)).toBeLessThan(0.02);
  expect(Math.abs(found.narrowest!.heightMm - 30)).toBeLessThan(2.5);
  expect(Math.hypot(found.narrowest!.centre[0] - 25, found.narrowest!.centre[1] - 25)).toBeLessThan(0.2);
});

test('the area of an airway that leans by 30° is that of the section perpendicular to its axis', () => {
  const slope = Math.tan(Math.PI / 6);
  const found = measureAirway(
    tube(() => 6, slope),
    {
      at: [25, 25, 25],
      up: [0, 0, 1],
      levelsMm: [12, 38],
      airBelow: -470,
    },
  )!;
  expect(part(found.narrowest!.areaMm2, Math.PI * 36)).toBeLessThan(0.02);
  for (const { areaMm2 } of found.sections) expect(part(areaMm2, Math.PI * 36)).toBeLessThan(0.03);
});

test('an airway is measured between tilted levels, and air outside the head is not measured', () => {
  const tilt = (10 * Math.PI) / 180;
  const up = [0, -Math.sin(tilt), Math.cos(tilt)] as const;
  const middle = 25 * up[1] + 25 * up[2];
  const volume = tube(() => 6, 0);
  const request = { up, levelsMm: [middle - 10, middle + 10] as const, airBelow: -470 };
  const found = measureAirway(volume, { ...request, at: [25, 25, 25] })!;
  expect(part(found.volumeMm3, (Math.PI * 36 * 20) / Math.cos(tilt))).toBeLessThan(0.02);
  expect(part(found.narrowest!.areaMm2, Math.PI * 36)).toBeLessThan(0.02);
  expect(measureAirway(volume, { ...request, at: [0, 0, 25] })).toBeNull();
  expect(measureAirway(volume, { ...request, at: [25, 25, 49] })).toBeNull();
});

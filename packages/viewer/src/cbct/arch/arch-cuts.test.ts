import { evenCurve } from '@snimok/imaging/panorama/curve';
import { cutSheet } from '@snimok/imaging/volume/sheet';
import { expect, test } from 'vitest';
import { nearestOnCurve, parallelCurve, pointOnCurve } from '../../geometry/arch.ts';
import { crossSectionSurface } from '../../geometry/surface.ts';
import { crossSectionCut, heightsOf, panoramaCut, pointOfSection, shiftedArch } from './arch-cuts.ts';

const RADIUS_MM = 20;
const halfCircle = Array.from({ length: 181 }, (_, at): [number, number] => {
  const angle = (at * Math.PI) / 180;
  return [30 - RADIUS_MM * Math.cos(angle), 30 - RADIUS_MM * Math.sin(angle)];
});
const plane = {
  originMm: [0, 0, 10] as [number, number, number],
  left: [1, 0, 0] as [number, number, number],
  back: [0, 1, 0] as [number, number, number],
  up: [0, 0, 1] as [number, number, number],
};
const arch = { curve: evenCurve(halfCircle, 0.5), plane };
const grid = { size: [120, 120, 40], spacingMm: [0.5, 0.5, 0.5] } as const;
/** Each voxel has its distance from the middle of the half circle, in hundredths of a millimetre. */
const distances = () => {
  const values = new Int16Array(120 * 120 * 40);
  for (let at = 0; at < values.length; at += 1) {
    const x = (at % 120) * 0.5;
    const y = (Math.floor(at / 120) % 120) * 0.5;
    values[at] = Math.round(100 * Math.hypot(x - 30, y - 30));
  }
  return { size: [120, 120, 40], spacingMm: [0.5, 0.5, 0.5], values } as const;
};

test('a shifted panorama lies at its distance from the arch and keeps true lengths', () => {
  for (const shiftMm of [-6, 0, 6]) {
    const shifted = shiftedArch(arch, shiftMm);
    const radius = RADIUS_MM - shiftMm;
    for (const [x, y] of shifted.curve.points) expect(Math.hypot(x - 30, y - 30)).toBeCloseTo(radius, 1);
    expect((shifted.curve.points.length - 1) * 0.5).toBeCloseTo(Math.PI * radius, -0.3);
    const { values, width } = cutSheet(
      { ...distances(), size: [...grid.size], spacingMm: [...grid.spacingMm] },
      panoramaCut(grid, shifted, 1, false),
    );
    expect(values[10 * width + Math.floor(width / 2)]! / 100).toBeCloseTo(radius, 0);
  }
});

test('a section crosses a shifted panorama where the line across the arch crosses it', () => {
  const shifted = shiftedArch(arch, 5);
  for (const alongMm of [10, 31.5, 50]) {
    const [x, y] = pointOfSection(arch, alongMm);
    const at = nearestOnCurve(shifted.curve, [x, y]);
    expect(at.alongMm).toBeCloseTo((alongMm * 15) / RADIUS_MM, 0);
    expect(Math.abs(at.offset)).toBeCloseTo(5, 1);
  }
});

test('a parallel curve does not cross itself inside a narrow bend', () => {
  // the bend has a radius of 6 mm
  const parabola = Array.from({ length: 121 }, (_, at): [number, number] => {
    const x = (at - 60) / 2;
    return [x, x ** 2 / 12];
  });
  const { points } = parallelCurve(evenCurve(parabola, 0.5), 10);
  expect(points.length).toBeGreaterThan(60);
  points.slice(1).forEach(([x], at) => expect(x).toBeGreaterThan(points[at]![0]));
});

test('a section has the set width and thickness, and mirroring reverses the order of its points', () => {
  const heights = heightsOf(grid, arch);
  const shape = { widthMm: 20, slabMm: 3, mirrored: false };
  const cut = crossSectionCut(grid, arch, 20, false, shape);
  expect(cut.columns).toHaveLength(40);
  expect(cut.slabMm).toEqual([-1.5, 1.5]);
  const mirrored = crossSectionCut(grid, arch, 20, false, { ...shape, mirrored: true });
  expect(mirrored.columns.map(({ originMm }) => originMm[0])).toEqual(
    cut.columns.map(({ originMm }) => expect.closeTo(originMm[0])).toReversed(),
  );

  const { at, inwards } = pointOnCurve(arch.curve, 20);
  const tongue = [at[0] + inwards[0] * 6, at[1] + inwards[1] * 6, 12] as const;
  for (const isMirrored of [false, true]) {
    const surface = crossSectionSurface(arch, 20, 20, heights, isMirrored);
    const { position, offset } = surface.toPosition(tongue);
    expect(position[0]).toBeCloseTo(isMirrored ? 4 : 16);
    expect(offset).toBeCloseTo(0);
    surface.toPoint(position).forEach((mm, axis) => expect(mm).toBeCloseTo(tongue[axis]!));
  }
});

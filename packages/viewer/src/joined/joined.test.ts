import { UNMOVED } from '@snimok/imaging/registration/rigid';
import { scanField } from '@snimok/imaging/stitching/scan-field';
import { expect, test } from 'vitest';
import { sliceSurface } from '../geometry/surface.ts';
import { stitchRefusal } from '../compare/labels.ts';
import { placementOf, toPatient } from '../volume/voxels/placement.ts';
import { borderPath, fieldsOf } from './borders.tsx';
import { placementOfJoined, type JoinedVolume } from './stitch.ts';

const field = (size: readonly [number, number, number]) =>
  scanField({
    size,
    spacingMm: [1, 1, 1],
    values: Uint16Array.from({ length: size[0] * size[1] * size[2] }, (_, at) => at % 97),
  });

const grid = { size: [60, 40, 30], spacingMm: [1, 1, 1], originMm: [-20, 0, 0], coarsening: 1 } as const;
const planned = {
  grid,
  fixed: 0,
  // the moving scan begins 20 mm to the right of the fixed one
  transform: { ...UNMOVED, shiftMm: [20, 0, 0] },
  fields: { fixed: field([40, 40, 30]), moving: field([30, 40, 30]) },
} as const satisfies Partial<JoinedVolume>;

/** The range of x in a path of «M x y L x y». */
const columnsOf = (path: string) => {
  const all = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x));
  return [Math.min(...all), Math.max(...all)];
};

test('the borders of the scans are drawn where the scans end', () => {
  const surface = sliceSurface(grid, 2, 15);
  const shown = (joined: Partial<JoinedVolume>) =>
    fieldsOf(joined as JoinedVolume).map((placed) => columnsOf(borderPath(placed, surface)));
  const [own, other] = shown(planned) as [number[], number[]];
  // half a voxel before the first centre, and half a millimetre within the field
  expect(own[0]).toBeCloseTo(21, 0);
  expect(own[1]).toBeCloseTo(59, 0);
  expect(other[0]).toBeCloseTo(1, 0);
  expect(other[1]).toBeCloseTo(29, 0);
  // in the order of the comparison
  expect(shown({ ...planned, fixed: 1 })).toEqual([other, own]);
});

test('a surface outside both scans has no borders', () => {
  const beyond = sliceSurface(grid, 2, 400);
  expect(fieldsOf(planned as unknown as JoinedVolume).map((placed) => borderPath(placed, beyond))).toEqual([
    '',
    '',
  ]);
});

test('a point of the joined volume has the same patient coordinates as in the fixed scan', () => {
  const fixed = placementOf({
    size: [40, 40, 30],
    spacingMm: [1, 1, 1],
    originMm: [5, 6, 7],
    directions: [
      [0.8, 0.6, 0],
      [-0.6, 0.8, 0],
      [0, 0, 1],
    ],
  });
  const joined = placementOfJoined({ grid }, fixed);
  const one = toPatient(joined, [25, 3, 4]);
  toPatient(fixed, [5, 3, 4]).forEach((mm, axis) => expect(one[axis]).toBeCloseTo(mm));
  expect(joined.size).toEqual(grid.size);
});

test('a refusal states its reason and the measured numbers', () => {
  const match = { overlapShare: 0.042, correlation: 0.618 };
  expect(stitchRefusal({ refusal: 'overlap', match })).toContain(
    'слишком мала, чтобы проверить совмещение (4\u00a0%',
  );
  expect(stitchRefusal({ refusal: 'unlike', match })).toContain('не совпадают (сходство 62\u00a0%)');
  expect(stitchRefusal({ refusal: 'memory', match })).toBe(
    'Не сшито: общий объём слишком велик для этого устройства.',
  );
});

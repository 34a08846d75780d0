import { canalPath } from '@snimok/phantom/anatomy/mandible';
import { jawCurve } from '@snimok/phantom/jaws';
import { expect, test } from 'vitest';
import { nearestInRod } from '../geometry/rod-distance.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { type Annotation, asPoint, newAnnotation } from './annotation.ts';
import { rodsOf } from './annotation-body.ts';
import { clearancesIn, isTooNear } from './clearances.ts';
import { implantPoints } from './implant.ts';
import { clearanceLines } from './labels.ts';

/** Radius of the phantom's mandibular canal. */
const CANAL_RADIUS_MM = 1.35;

/** The axis of the phantom's left canal, in its patient coordinates. */
function canalAxis(stepMm: number): Vec3[] {
  const { points, normals, stepMm: curveMm } = jawCurve();
  const middle = (points.length - 1) / 2;
  return canalPath(stepMm).map(({ along, out, height }) => {
    const at = Math.round(middle + along / curveMm);
    const [x, y] = points[at]!;
    const [nx, ny] = normals[at]!;
    return [x - nx * out, y - ny * out, height];
  });
}

const drawn = (kind: Annotation['kind'], points: readonly Vec3[], sizeMm: number) =>
  newAnnotation({ kind, on: 'volume', series: 0, frame: null, points: points.map(asPoint), sizeMm });
const state = (own: Annotation[]) => ({ own, others: [], draft: undefined });
const distance = (one: Vec3, other: Vec3) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

test("the distances of implants to the phantom's canal are right within 0.2 mm", () => {
  const axis = canalAxis(0.05);
  const canal = drawn(
    'canal',
    axis.filter((_, at) => at % 100 === 0),
    2 * CANAL_RADIUS_MM,
  );
  for (const [along, clearMm, tilt] of [
    [0.25, 3, 0],
    [0.4, 1.2, 0.3],
    [0.6, 0.4, -0.4],
    [0.8, 6, 0.2],
  ] as const) {
    const below = axis[Math.round(along * (axis.length - 1))]!;
    const apex: Vec3 = [below[0], below[1], below[2] + CANAL_RADIUS_MM + clearMm];
    const head = implantPoints(apex, [tilt, tilt / 2, 1], 10)[1]!;
    const implant = drawn('implant', [head, apex], 4.1);
    const [solid] = rodsOf(implant);
    // the true distance, computed from every point of the axis, and not by the functions that are tested
    const truth =
      Math.min(...axis.map((point) => distance(point, nearestInRod(solid!, point)))) - CANAL_RADIUS_MM;
    const found = clearancesIn(state([canal, implant])).get(implant.markID)!;
    expect(Math.abs(found.canal!.mm - truth)).toBeLessThan(0.2);
    expect(found.implant).toBeUndefined();
    // the apex is above the canal, so the clearance is nearly what was set
    expect(found.canal!.mm).toBeLessThan(clearMm + 0.2);
  }
});

test('two implants show the same distance, also while one is drawn, with a warning below the threshold', () => {
  const one = drawn(
    'implant',
    [
      [0, 0, 10],
      [0, 0, 0],
    ],
    4,
  );
  const other = drawn(
    'implant',
    [
      [7.5, 0, 10],
      [7.5, 0, 0],
    ],
    4,
  );
  const both = clearancesIn(state([one, other]));
  for (const { markID } of [one, other]) expect(both.get(markID)!.implant!.mm).toBeCloseTo(3.5, 6);
  expect(isTooNear(both.get(one.markID)!, 3)).toBe(false);
  const draft = drawn(
    'implant',
    [
      [5.2, 0, 10],
      [5.2, 0, 0],
    ],
    4,
  );
  const near = clearancesIn({ own: [one], others: [{ authorName: 'Врач', marks: [] }], draft }).get(
    draft.markID,
  )!;
  expect(near.implant!.mm).toBeCloseTo(1.2, 6);
  expect(clearanceLines(near, 2)).toEqual(['до имплантата 1,2 мм ⚠']);
  expect(clearanceLines(near, 1)).toEqual(['до имплантата 1,2 мм']);
  // another volume of the study has coordinates of its own
  const elsewhere = { ...draft, series: 1 };
  expect(clearancesIn(state([one, elsewhere])).get(one.markID)!.implant).toBeUndefined();
});

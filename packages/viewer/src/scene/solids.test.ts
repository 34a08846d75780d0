import { expect, test } from 'vitest';
import { newAnnotation } from '../annotations/annotation.ts';
import type { AnnotationsState } from '../annotations/annotations-store.ts';
import { DEFAULT_PLAN } from '../annotations/plan.ts';
import { SOLID_COLORS, solidsOf } from './solids.ts';

const at = { on: 'volume' as const, series: 0, frame: null };
const implant = newAnnotation({
  ...at,
  kind: 'implant',
  sizeMm: 4,
  points: [
    [0, 0, 10],
    [0, 0, 0],
  ],
});
const canalBeside = (mm: number) =>
  newAnnotation({
    ...at,
    kind: 'canal',
    sizeMm: 2,
    points: [
      [3 + mm, -20, 5],
      [3 + mm, 20, 5],
    ],
  });
const stateWith = (change: Partial<AnnotationsState>): AnnotationsState => ({
  own: [implant],
  others: [],
  plan: DEFAULT_PLAN,
  isRead: true,
  saving: 'saved',
  failure: undefined,
  selected: undefined,
  draft: undefined,
  shown: true,
  ...change,
});
const solids = () => solidsOf(0, (point) => point);
const colorOf = (state: AnnotationsState) => solids()(state)[0]!.color.slice(0, 3);

test('an implant has a body with the line of its direction, and a translucent sleeve', () => {
  const [body, sleeve, ...others] = solids()(stateWith({}));
  expect(others).toEqual([]);
  expect(body!.markID).toBe(implant.markID);
  expect(body!.color).toEqual([...SOLID_COLORS.implant, 1]);
  expect(Math.max(...body!.positions.filter((_, index) => index % 3 === 2))).toBeGreaterThan(20);
  expect(sleeve!.color[3]).toBeLessThan(1);
  expect(Math.max(...sleeve!.positions.filter((_, index) => index % 3 === 0))).toBeCloseTo(3.5, 3);
  expect(solids()(stateWith({ plan: { ...DEFAULT_PLAN, sleeveMm: 0 } }))).toHaveLength(1);
});

test('an implant that is too near to a canal has the colour of a warning, as in slices', () => {
  expect(colorOf(stateWith({ own: [implant, canalBeside(1)] }))).toEqual([...SOLID_COLORS.warned]);
  expect(colorOf(stateWith({ own: [implant, canalBeside(3)] }))).toEqual([...SOLID_COLORS.implant]);
});

test('the meshes of an annotation are rebuilt only when the annotation or its look changes', () => {
  const of = solids();
  const [body] = of(stateWith({}));
  expect(of(stateWith({ saving: 'saving', own: [implant, canalBeside(9)] }))[0]).toBe(body);
  expect(of(stateWith({ selected: implant.markID }))[0]).not.toBe(body);
  expect(of(stateWith({ shown: false }))).toEqual([]);
  expect(of(stateWith({ own: [{ ...implant, series: 1 }] }))).toEqual([]);
});

import { expect, test } from 'vitest';
import type { Annotation } from '../annotations/annotation.ts';
import { DEFAULT_PLAN } from '../annotations/plan.ts';
import type { Frame, Study } from '../study/study.ts';
import type { Places } from './analyses/formula.ts';
import { superimposed } from './superimpose.ts';
import { tracingsOf } from './tracings.ts';

const NOW: Places = { S: [10, 5], N: [80, 5], A: [75, -50], Me: [60, -110] };

test('a tracing of another date is aligned at S and along S–N, without scaling', () => {
  // grown by 4 mm downwards at Me, turned by 90° and moved
  const turned = (at: readonly [number, number]) => [-at[1] + 300, at[0] - 40] as const;
  const other: Places = { S: turned([10, 5]), N: turned([78, 5]), Me: turned([60, -106]) };
  const placed = superimposed(NOW, other)!;
  expect(placed['S']).toEqual([expect.closeTo(10, 6), expect.closeTo(5, 6)]);
  expect(placed['N']).toEqual([expect.closeTo(78, 6), expect.closeTo(5, 6)]);
  expect(placed['Me']).toEqual([expect.closeTo(60, 6), expect.closeTo(-106, 6)]);
});

test('a face that looks to the other side is mirrored', () => {
  const mirrored = Object.fromEntries(
    Object.entries(NOW).map(([name, at]) => [name, [-at![0], at![1]] as const]),
  );
  for (const [name, at] of Object.entries(superimposed(NOW, mirrored)!)) {
    expect(at![0], name).toBeCloseTo(NOW[name]![0], 6);
    expect(at![1], name).toBeCloseTo(NOW[name]![1], 6);
  }
});

test('without S or N nothing is superimposed', () => {
  expect(superimposed(NOW, { S: [0, 0], Me: [1, 1] })).toBeUndefined();
  expect(superimposed({ N: [0, 0] }, NOW)).toBeUndefined();
});

const frame = { columns: 100, rows: 80, spacingMm: null, pixelAspect: 1 } as Frame;
const study = {
  createdAt: '2025-11-28T10:00:00.000Z',
  examinedAt: null,
  series: [
    { kind: 'pictures', series: 0, frameCount: 1, description: 'ТРГ', frames: [frame] },
    { kind: 'volume', series: 1, frameCount: 200, description: 'КТ' },
  ],
} as unknown as Study;
const at = (name: string, place: number[]) => ({ name, at: place as [number, number] });
const calibration = {
  kind: 'calibration',
  series: 0,
  frame: 0,
  sizeMm: 30,
  points: [
    [0, 0, 0],
    [60, 0, 0],
  ],
} as unknown as Annotation;

test('lateral tracings with S, N and true lengths are offered, computed ones in their levelled plane', () => {
  const cephalogram = (landmarks: ReturnType<typeof at>[]) => ({
    series: 0,
    frame: 0,
    view: 'lateral' as const,
    landmarks,
  });
  const own = {
    marks: [],
    plan: {
      ...DEFAULT_PLAN,
      cephalograms: [cephalogram([at('S', [10, 20]), at('N', [50, 20]), at('Me', [40, 70])])],
      levellings: [
        {
          series: 1,
          by: 'free' as const,
          left: [1, 0, 0] as [number, number, number],
          back: [0, 0, 1] as [number, number, number],
          up: [0, -1, 0] as [number, number, number],
        },
      ],
      readings: [
        {
          series: 1,
          landmarks: [
            { view: 'lateral' as const, name: 'S', at: [3, 4, 5] as [number, number, number] },
            { view: 'lateral' as const, name: 'N', at: [3, 4, -65] as [number, number, number] },
            { view: 'frontal' as const, name: 'Me', at: [0, 0, 0] as [number, number, number] },
          ],
        },
      ],
    },
  };
  const colleague = {
    marks: [calibration],
    plan: { ...DEFAULT_PLAN, cephalograms: [cephalogram([at('S', [0, 0]), at('N', [1, 0])])] },
  };
  expect(tracingsOf(study, [own, colleague])).toEqual([
    // half a millimetre a pixel
    { label: 'ТРГ', study, places: { S: [5, -10], N: [25, -10], Me: [20, -35] } },
    { label: 'КТ, расчётная ТРГ', study, places: { S: [-5, -4], N: [65, -4] } },
  ]);
  // without a scale, or without N, a picture cannot be superimposed
  expect(tracingsOf(study, [{ ...own, marks: [] }]).map(({ label }) => label)).toEqual(['КТ, расчётная ТРГ']);
  const incomplete = {
    marks: [calibration],
    plan: { ...DEFAULT_PLAN, cephalograms: [cephalogram([at('S', [0, 0])])] },
  };
  expect(tracingsOf(study, [incomplete])).toEqual([]);
});

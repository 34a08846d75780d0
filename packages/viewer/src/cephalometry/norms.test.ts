import { expect, test } from 'vitest';
import { analysisOf } from './analyses/all.ts';
import type { Subject } from './analyses/analysis-data.ts';
import { differenceText, normText } from './analysis-texts.ts';
import type { Places } from './analyses/formula.ts';
import { analyse, barOf, deviationOf, differenceOf, nextOf } from './measurements.ts';
import { ageOn } from './norms.ts';

const measured = (id: string, name: string, subject: Subject, places: Places = {}) =>
  analyse(analysisOf('lateral', id), places, { subject }).find((one) => one.name === name)!;

test('the norms of FMA and of the ratio of heights are those of Tweed and of Siriwat and Jarabak', () => {
  const FMA = measured('summary', 'FMA', {});
  expect(FMA.norm).toEqual({ mean: 25, limits: [16, 35], source: 'Tweed, 1946' });
  expect(normText(FMA)).toBe('25,0 (16,0…35,0)°');
  const ratio = measured('jarabak', 'S–Go : N–Me', {});
  expect(ratio.norm).toEqual({ mean: undefined, limits: [59, 63], source: 'Siriwat, Jarabak, 1985' });
  expect(normText(ratio)).toBe('59,0…63,0 %');
  expect(deviationOf({ ...ratio, value: 58.9 })).toBe('below');
  expect(deviationOf({ ...ratio, value: 63.04 })).toBeUndefined();
  expect(differenceOf({ ...ratio, value: 65 })).toBe(2);
  expect(differenceOf({ ...ratio, value: 60 })).toBe(0);
});

test('a norm is shown only for the age and sex that it was published for', () => {
  expect(measured('wits', 'Wits', { ageYears: 30, sex: 'male' }).norm?.mean).toBe(-1.17);
  expect(measured('wits', 'Wits', { ageYears: 30, sex: 'female' }).norm?.mean).toBe(-0.1);
  for (const subject of [{}, { ageYears: 30 }, { sex: 'male' }, { ageYears: 12, sex: 'male' }] as const) {
    const wits = measured('wits', 'Wits', subject);
    expect(wits.norm).toBeUndefined();
    expect(wits.normsOfOthers).toBe('мужчины с 18 лет, женщины с 18 лет');
  }
  expect(measured('downs', 'FH–Occl', { ageYears: 17.9 }).norm?.mean).toBe(9.3);
  expect(measured('downs', 'FH–Occl', { ageYears: 18 }).norm).toBeUndefined();
  // a child gets Steiner's value, which has no age, without the limits of adults
  expect(measured('summary', 'SNA', { ageYears: 10 }).norm).toEqual({
    mean: 82,
    limits: undefined,
    source: 'Steiner, 1953',
  });
  expect(measured('summary', 'S–N', { ageYears: 30, sex: 'male' }).norm).toBeUndefined();
});

test('a norm that changes with growth depends on the age, and is absent outside its range of ages', () => {
  const depth = (ageYears: number) => measured('ricketts', 'FH–NPog', { ageYears }).norm;
  expect(depth(9)).toEqual({ mean: 87, limits: [84, 90], source: 'Ricketts, 1979' });
  expect(depth(12)!.mean).toBeCloseTo(88, 6);
  expect(depth(8.9)).toBeUndefined();
  expect(depth(19)).toBeUndefined();
  expect(measured('ricketts', 'U6–PtV', { ageYears: 12 }).norm!.mean).toBeCloseTo(15, 6);
  expect(measured('ricketts', 'BaN–PtGn', {}).norm!.mean).toBe(90);
});

test('a value whose norm has no limits shows a difference, but no bar and no verdict', () => {
  const places = { S: [-60, 0], N: [0, 0], A: [0, -50], U1: [7, -70] } satisfies Places;
  const value = measured('steiner', 'U1–NA, мм', {}, places);
  expect(normText(value)).toBe('4,0 мм');
  expect(differenceText(value)).toBe('+3,0');
  expect(deviationOf(value)).toBeUndefined();
  expect(barOf(value)).toBeUndefined();
  const axis = measured('ricketts', 'BaN–PtGn', {});
  expect([87, 90, 93, 200, 0].map((each) => barOf({ ...axis, value: each }))).toEqual([
    expect.closeTo(1 / 3, 6),
    0.5,
    expect.closeTo(2 / 3, 6),
    1,
    0,
  ]);
});

test('an analysis lists the missing landmarks of each value, and requests only landmarks of its own', () => {
  const wits = measured('wits', 'Wits', {}, { A: [0, 0] });
  expect(wits.missing).toEqual(['B', 'OcM', 'OcP']);
  expect(nextOf(analysisOf('lateral', 'wits'), (name) => name === 'A')).toBe('B');
  expect(analysisOf('frontal', 'wits').id).toBe('frontal');
});

test('the age counts full years from the birthday', () => {
  expect(ageOn('2008-03-10', '2026-03-09T20:00:00Z')).toBeLessThan(18);
  expect(ageOn('2008-03-10', '2026-03-10T00:00:00Z')).toBe(18);
  expect(ageOn('2026-03-10', '2026-03-09T00:00:00Z')).toBeUndefined();
});

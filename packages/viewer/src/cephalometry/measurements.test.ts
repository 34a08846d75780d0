import { expect, test } from 'vitest';
import type { Vec2 } from '../geometry/vectors.ts';
import { ANALYSES } from './analyses/all.ts';
import { FRONTAL } from './analyses/frontal.ts';
import { SUMMARY } from './analyses/summary.ts';
import { valueText } from './analysis-texts.ts';
import { landmarksOf, namesIn, type Places } from './analyses/formula.ts';
import { LANDMARKS } from './analyses/landmarks.ts';
import { analyse, deviationOf, landmarksIn } from './measurements.ts';
import { SOURCES } from './analyses/sources.ts';

const towards = ([x, y]: Vec2, degrees: number, mm: number): Vec2 => [
  x + mm * Math.cos((degrees * Math.PI) / 180),
  y + mm * Math.sin((degrees * Math.PI) / 180),
];

/** A face that looks to the right, built from known angles: SN rises by 7°, the Frankfort horizontal is level. */
function face(): Places {
  const S: Vec2 = [0, 0];
  const N = towards(S, 7, 70);
  // seen from N, S is at 187°; A is 82° and B 79° from it, counterclockwise
  const A = towards(N, 187 + 82, 58);
  const B = towards(N, 187 + 79, 98);
  const Me: Vec2 = [52, -112];
  const Go = towards(Me, 180 - 24, 70);
  const U1: Vec2 = [72, -75];
  const L1: Vec2 = [70, -74];
  return {
    S,
    N,
    A,
    B,
    Me,
    Go,
    Po: [-18, -20],
    Or: [55, -20],
    // the upper incisor leans by 105° to SN, measured from its side at S: its direction down is 7 + 180 + 105
    U1,
    U1A: towards(U1, 7 + 105, 24),
    // the lower incisor leans by 93° to the mandibular plane, whose direction to Go is 156°: up and forwards at 63°
    L1,
    L1A: towards(L1, 63 + 180, 22),
  };
}

const valueOf = (name: string, places: Places, options = {}) =>
  analyse(SUMMARY, places, options).find((one) => one.name === name)?.value;

test('the angles of a face of known angles are found', () => {
  const places = face();
  const found = Object.fromEntries(analyse(SUMMARY, places).map(({ name, value }) => [name, value]));
  expect(found['SNA']).toBeCloseTo(82, 6);
  expect(found['SNB']).toBeCloseTo(79, 6);
  expect(found['ANB']).toBeCloseTo(3, 6);
  expect(found['FMA']).toBeCloseTo(24, 6);
  expect(found['U1–SN']).toBeCloseTo(105, 6);
  expect(found['IMPA']).toBeCloseTo(93, 6);
  // the axes are at 112° and 63°, seen from the tips at 112° and 243°
  expect(found['U1–L1']).toBeCloseTo(131, 6);
  expect(found['S–N']).toBeCloseTo(70, 6);
  expect(found['ANS–PNS к SN']).toBeUndefined();
});

test('angles do not depend on the place, the rotation and the scale of the face, and lengths follow the magnification', () => {
  const rotated = Object.fromEntries(
    Object.entries(face()).map(([name, at]) => {
      const [x, y] = at!;
      const cos = Math.cos(0.3) * 1.3;
      const sin = Math.sin(0.3) * 1.3;
      return [name, [x * cos - y * sin + 40, x * sin + y * cos - 7] as const];
    }),
  );
  for (const { name, unit, value } of analyse(SUMMARY, face())) {
    const other = valueOf(name, rotated);
    if (value === undefined) expect(other).toBeUndefined();
    else expect(other).toBeCloseTo(unit === 'мм' ? value * 1.3 : value, 6);
  }
  expect(valueOf('S–N', face(), { magnification: 1.1 })).toBeCloseTo(77, 6);
  expect(valueOf('SNA', face(), { magnification: 1.1 })).toBeCloseTo(82, 6);
});

test('ANB is negative where the lower jaw is in front, and teeth in front of their lines are positive', () => {
  const places = { ...face(), A: towards(face().N!, 187 + 76, 58) };
  expect(valueOf('ANB', places)).toBeCloseTo(-3, 6);
  const inFront = { S: [-60, 0], N: [0, 0], A: [0, -50], U1: [4, -70] } satisfies Places;
  expect(valueOf('U1–NA', inFront)).toBeCloseTo(4, 6);
});

test('a face that looks to the left or lies on its side has the same values', () => {
  const shown = (turn: (at: Vec2) => Vec2) =>
    analyse(SUMMARY, Object.fromEntries(Object.entries(face()).map(([name, at]) => [name, turn(at!)])));
  for (const turn of [([x, y]: Vec2) => [-x, y] as const, ([x, y]: Vec2) => [y, x] as const])
    for (const [at, { name, value }] of shown(turn).entries()) {
      const upright = analyse(SUMMARY, face())[at]!.value;
      if (upright === undefined) expect(value).toBeUndefined();
      else expect(value, name).toBeCloseTo(upright, 6);
    }
  expect(valueOf('U1–NA', face())).toBeGreaterThan(1);
});

test('without a scale angles and ratios have values, and lengths state that they need calibration', () => {
  const values = analyse(SUMMARY, face(), { hasScale: false });
  const lengths = values.filter(({ unit }) => unit === 'мм');
  expect(lengths.map(({ value }) => value)).toEqual(lengths.map(() => undefined));
  expect(new Set(lengths.map(valueText))).toEqual(new Set(['нужна калибровка']));
  expect(values.filter(({ needsScale }) => needsScale)).toEqual(lengths);
  expect(values.find(({ name }) => name === 'SNA')!.value).toBeCloseTo(82, 6);
  expect(valueText(values.find(({ name }) => name === 'ANS–PNS к SN')!)).toBe('—');
});

test('a frontal view has widths and the distance of the chin from the midline', () => {
  const places: Places = {
    Cg: [0, 0],
    ZR: [-45, -5],
    ZL: [45, -5],
    JR: [-32, -45],
    JL: [32, -45],
    AGR: [-41, -80],
    AGL: [41, -80],
    ANS: [0, -40],
    Me: [3, -105],
  };
  const found = Object.fromEntries(analyse(FRONTAL, places).map(({ name, value }) => [name, value]));
  expect(found).toMatchObject({ 'JR–JL': 64, 'AGR–AGL': 82, 'AG – J': 18, 'Me – середина': 3, 'Z – AG': 0 });
});

test('values beyond their norms are marked, all norms have sources, and all needed landmarks can be placed', () => {
  const values = analyse(SUMMARY, face(), { subject: { ageYears: 30 } });
  const anb = values.find(({ name }) => name === 'ANB')!;
  expect(deviationOf(anb)).toBeUndefined();
  expect(deviationOf({ ...anb, value: 4 })).toBe('above');
  expect(deviationOf({ ...anb, value: 0.1 })).toBe('below');
  for (const { norm } of values) if (norm) expect(SOURCES[norm.source]).toMatch(/\d{4}/);
  for (const analysis of ANALYSES) {
    const all = Object.fromEntries(
      LANDMARKS[analysis.view].map(({ name }, at) => [name, [at, at * at] as const]),
    );
    for (const { value, missing } of analyse(analysis, all)) {
      expect(value).toBeTypeOf('number');
      expect(missing).toEqual([]);
    }
    const needed = new Set([
      ...analysis.measurements.flatMap(({ formula }) => landmarksOf(formula)),
      ...analysis.lines.flat().flatMap(namesIn),
    ]);
    expect(landmarksIn(analysis)).toHaveLength(needed.size);
  }
});

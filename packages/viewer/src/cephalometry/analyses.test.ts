import { expect, test } from 'vitest';
import type { Vec2 } from '../geometry/vectors.ts';
import { ANALYSES, analysisOf } from './analyses/all.ts';
import type { Places } from './analyses/formula.ts';
import { analyse, landmarksIn } from './measurements.ts';

/** The values of an analysis by their names. The faces look to the right; y is upwards. */
const valuesOf = (id: string, places: Places) =>
  Object.fromEntries(analyse(analysisOf('lateral', id), places).map(({ name, value }) => [name, value]));

/** A point in front of and below another, for a direction that leans forwards from straight down. */
const below = ([x, y]: Vec2, degreesForwards: number, mm: number): Vec2 => [
  x + mm * Math.sin((degreesForwards * Math.PI) / 180),
  y - mm * Math.cos((degreesForwards * Math.PI) / 180),
];
const above = (point: Vec2, degreesForwards: number, mm: number) => below(point, degreesForwards, -mm);

test('Steiner: incisors in front of NA and NB are positive, in degrees and in millimetres, and behind them negative', () => {
  const lines = { S: [-60, -8], N: [0, 0], A: [0, -50], B: [0, -90], Pog: [2, -105] } satisfies Places;
  const upper = (mm: number, degrees: number) => ({
    U1: [mm, -70] as Vec2,
    U1A: above([mm, -70], degrees, 24),
  });
  // the lower incisor points up: its apex is behind its edge when it leans forwards
  const lower = (mm: number, degrees: number) => ({
    L1: [mm, -72] as Vec2,
    L1A: below([mm, -72], -degrees, 22),
  });
  const proclined = valuesOf('steiner', { ...lines, ...upper(4, 22), ...lower(4, 25) });
  expect(proclined['U1–NA, мм']).toBeCloseTo(4, 6);
  expect(proclined['U1–NA, °']).toBeCloseTo(22, 6);
  expect(proclined['L1–NB, мм']).toBeCloseTo(4, 6);
  expect(proclined['L1–NB, °']).toBeCloseTo(25, 6);
  expect(proclined['Pog–NB']).toBeCloseTo(2, 6);
  // 180° less both inclinations, because NA and NB are parallel here
  expect(proclined['U1–L1']).toBeCloseTo(133, 6);
  const retroclined = valuesOf('steiner', { ...lines, ...upper(-3, -5), ...lower(-2, -7) });
  expect(retroclined['U1–NA, мм']).toBeCloseTo(-3, 6);
  expect(retroclined['U1–NA, °']).toBeCloseTo(-5, 6);
  expect(retroclined['L1–NB, мм']).toBeCloseTo(-2, 6);
  expect(retroclined['L1–NB, °']).toBeCloseTo(-7, 6);
});

test('Steiner: planes that descend forwards are positive, and S–L and S–E are measured along SN', () => {
  const places: Places = {
    S: [0, 0],
    N: [70, 0],
    Go: [-10, -70],
    Gn: [60, -110],
    OcM: [20, -60],
    U1: [60, -71],
    L1: [60, -69],
    Pog: [51, -100],
    CdP: [-22, -20],
  };
  const values = valuesOf('steiner', places);
  // tan = 40 / 70 and 10 / 40
  expect(values['GoGn–SN']).toBeCloseTo(29.745, 3);
  expect(values['Occl–SN']).toBeCloseTo(14.036, 3);
  expect(values['S–L']).toBeCloseTo(51, 6);
  expect(values['S–E']).toBeCloseTo(22, 6);
  expect(valuesOf('steiner', { ...places, OcM: [20, -80] })['Occl–SN']).toBeCloseTo(-14.036, 3);
});

test('Wits is positive where A is in front of B along the occlusal plane, also on a tilted plane', () => {
  const plane = { OcM: [0, 0], OcP: [20, 0] } satisfies Places;
  expect(valuesOf('wits', { ...plane, A: [30, 20], B: [27, -20] })['Wits']).toBeCloseTo(3, 6);
  expect(valuesOf('wits', { ...plane, A: [30, 20], B: [34, -20] })['Wits']).toBeCloseTo(-4, 6);
  // along (4, −3) / 5 the vector (5, 40) from B to A advances by (20 − 120) / 5
  const tilted = { OcM: [0, 0], OcP: [20, -15], A: [30, 20], B: [25, -20] } satisfies Places;
  expect(valuesOf('wits', tilted)['Wits']).toBeCloseTo(-20, 6);
});

test('Tweed: the three angles add up to 180°', () => {
  const places: Places = {
    Po: [-90, 0],
    Or: [-10, 0],
    Go: [-70, -70],
    Me: [-70 + 70, -70 - 70 * Math.tan((25 * Math.PI) / 180)],
    L1: [-5, -60],
    // 90° to the mandibular plane, which descends by 25°: the apex is below and behind
    L1A: below([-5, -60], -25, 22),
  };
  expect(valuesOf('tweed', places)).toMatchObject({
    FMA: expect.closeTo(25, 6),
    IMPA: expect.closeTo(90, 6),
    FMIA: expect.closeTo(65, 6),
  });
});

test('Downs: a convex face and a B point in front of A are positive', () => {
  const places: Places = {
    Po: [-90, 0],
    Or: [-10, 0],
    N: [0, 0],
    A: [5, -50],
    B: [1, -90],
    Pog: [0, -100],
    OcM: [-40, -60],
    U1: [0, -67],
    L1: [0, -65],
    Go: [-70, -110],
    Me: [-10, -110],
    L1A: below([0, -65], -4, 22),
  };
  const values = valuesOf('downs', places);
  // twice tan = 5 / 50
  expect(values['N–A–Pog']).toBeCloseTo(11.421, 3);
  // tan = 4 / 40, backwards
  expect(values['AB–NPog']).toBeCloseTo(-5.711, 3);
  expect(values['FH–NPog']).toBeCloseTo(90, 6);
  expect(values['FH–MP']).toBeCloseTo(0, 6);
  expect(values['L1–MP']).toBeCloseTo(4, 6);
  // the plane descends by tan = 6 / 40
  expect(values['FH–Occl']).toBeCloseTo(8.531, 3);
  // the perpendicular leans forwards as the plane descends, and the tooth by 4°
  expect(values['L1–Occl']).toBeCloseTo(4 - 8.531, 3);
  // 3.3 mm along the horizontal, because the line is at x = 5 − 5 × 17 / 50 there
  expect(values['U1–APog']).toBeCloseTo(-3.3 * Math.cos(Math.atan(0.1)), 6);
  const other = valuesOf('downs', { ...places, A: [-5, -50], B: [-1, -90], U1: [4, -67] });
  expect(other['N–A–Pog']).toBeCloseTo(-11.421, 3);
  expect(other['AB–NPog']).toBeCloseTo(5.711, 3);
  expect(other['U1–APog']).toBeGreaterThan(0);
});

test('Ricketts: axis, lower face height, mandibular arc, convexity and lips of a known face are found', () => {
  const values = valuesOf('ricketts', {
    Po: [-90, 0],
    Or: [-10, 0],
    N: [0, 0],
    Ba: [-80, -80],
    Pt: [-40, -20],
    Gn: [40, -100],
    Pog: [0, -100],
    A: [2, -50],
    ANS: [-10, -40],
    Xi: [-60, -60],
    PM: [-10, -110],
    DC: [-60, -20],
    U6D: [-22, -60],
    L1: [1, -70],
    L1A: below([1, -70], -21, 22),
    Pn: [20, -30],
    "Pog'": [20, -110],
    Li: [18, -80],
  });
  expect(values['BaN–PtGn']).toBeCloseTo(90, 6);
  // from 21.801° above to 45° below the horizontal
  expect(values['ANS–Xi–PM']).toBeCloseTo(66.801, 3);
  // the axis of the body, drawn on, rises by 45°, and that of the condyle by 90°
  expect(values['DC–Xi–PM']).toBeCloseTo(45, 6);
  expect(values['A–NPog']).toBeCloseTo(2, 6);
  expect(values['U6–PtV']).toBeCloseTo(18, 6);
  // A–Pog leans backwards by tan = 2 / 50, so less is left of the 21° from the vertical
  expect(values['L1–APog, °']).toBeCloseTo(21 - 2.291, 3);
  expect(values['L1–APog, мм']).toBeCloseTo(-0.2, 2);
  expect(values['Li–E']).toBeCloseTo(-2, 6);
});

test('McNamara: what is in front of the perpendicular through N is positive', () => {
  const places: Places = {
    Po: [-90, -20],
    Or: [-10, -20],
    N: [0, 0],
    A: [1, -50],
    Pog: [-2, -100],
    U1: [6, -70],
    Co: [-80, -20],
    Gn: [-5, -120],
    Ba: [-80, -80],
    Pt: [-45, -40],
  };
  const values = valuesOf('mcnamara', places);
  expect(values['A–Nперп']).toBeCloseTo(1, 6);
  expect(values['Pog–Nперп']).toBeCloseTo(-2, 6);
  expect(values['U1–Aверт']).toBeCloseTo(5, 6);
  expect(values['Co–Gn']).toBeCloseTo(125, 6);
  // Pt–Gn is steeper than the perpendicular of Ba–N: the chin lies down and back
  expect(values['BaN–PtGn']).toBeCloseTo(-18.435, 3);
  const forwards = valuesOf('mcnamara', { ...places, Gn: [35, -80] });
  expect(forwards['BaN–PtGn']).toBeCloseTo(18.435, 3);
});

test('Björk–Jarabak: the angles of a known polygon, their sum and the ratio of its heights are found', () => {
  expect(
    valuesOf('jarabak', { S: [0, 0], N: [70, 0], Ar: [0, -35], Go: [0, -80], Me: [70, -100] }),
  ).toMatchObject({
    'N–S–Ar': expect.closeTo(90, 6),
    'S–Ar–Go': expect.closeTo(180, 6),
    'Ar–Go–Me': expect.closeTo(90 + 15.945, 3),
    'Сумма углов': expect.closeTo(375.945, 3),
    'Ar–Go–N': expect.closeTo(41.186, 3),
    'S–Go : N–Me': expect.closeTo(80, 6),
  });
});

test('soft tissue: a convex profile and lips in front of their lines are positive', () => {
  const values = valuesOf('soft-tissue', {
    "G'": [0, 0],
    Sn: [10, -50],
    "Pog'": [0, -100],
    Pn: [25, -40],
    Cm: [20, -50],
    Ls: [10, -65],
    Li: [4, -80],
    Si: [-2, -90],
  });
  // twice tan = 10 / 50
  expect(values["G'–Sn–Pog'"]).toBeCloseTo(22.62, 2);
  expect(values['Cm–Sn–Ls']).toBeCloseTo(90, 6);
  // 3 mm along the horizontal at the height of Ls, times cos of the line's 11.31°
  expect(values["Ls–SnPog'"]).toBeCloseTo(3 * Math.cos(Math.atan(0.2)), 6);
  expect(values["Li–SnPog'"]).toBeCloseTo(0, 6);
  // 4 mm behind the line at the height of Si
  expect(values["Si–LiPog'"]).toBeCloseTo(4 * Math.cos(Math.atan(0.2)), 6);
  expect(values['Ls–E']).toBeLessThan(0);
});

test('every value is the same for a face that looks to the left', () => {
  const random = (at: number) => (Math.sin(at * 12.9898) * 43758.5453) % 1;
  for (const analysis of ANALYSES.filter(({ view }) => view === 'lateral')) {
    const names = landmarksIn(analysis).map(({ name }) => name);
    const places = Object.fromEntries(
      names.map((name, at) => [name, [100 * random(at), 100 * random(at + 0.5)] as const]),
    );
    const mirrored = Object.fromEntries(
      Object.entries(places).map(([name, [x, y]]) => [name, [-x, y] as const]),
    );
    const other = analyse(analysis, mirrored);
    for (const [at, { name, value }] of analyse(analysis, places).entries())
      expect(other[at]!.value, `${analysis.id} ${name}`).toBeCloseTo(value!, 6);
  }
});

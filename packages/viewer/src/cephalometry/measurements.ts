import { angleAt } from '@snimok/imaging/export/measures';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import type { CephalogramView } from './landmarks.ts';

/**
 * Places of landmarks: to the right and upwards, in millimetres or, without a scale, in any equal units. A mirrored or turned
 * picture has the same values.
 */
export type Places = Readonly<Record<string, Vec2 | undefined>>;

interface Norm {
  from: number;
  to: number;
  /** author and year; the papers are listed in `SOURCES` */
  source: keyof typeof SOURCES;
}

/** A value of the analysis. */
export interface Measurement {
  name: string;
  /** what it describes */
  meaning: string;
  unit: '°' | 'мм' | '%';
  /** undefined until its landmarks are placed, and for a length without a scale */
  value: number | undefined;
  /** a length in a picture whose pixel size is unknown */
  needsScale: boolean;
  norm: Norm | undefined;
}

/** The papers from which the norms come. Means and one standard deviation, unless the note says otherwise. */
export const SOURCES = {
  'Riedel, 1952':
    'R. A. Riedel. The relation of maxillary structures to cranium in malocclusion and in normal occlusion. Angle Orthod 1952; 22: 142–145. Взрослые с правильным прикусом, среднее ± СКО.',
  'Downs, 1948':
    'W. B. Downs. Variations in facial relationships: their significance in treatment and prognosis. Am J Orthod 1948; 34: 812–840. 12–17 лет с правильным прикусом, среднее ± СКО.',
  'Tweed, 1954':
    'C. H. Tweed. The Frankfort-mandibular incisor angle (FMIA) in orthodontic diagnosis, treatment planning and prognosis. Angle Orthod 1954; 24: 121–169. Границы, которые указывает автор.',
  'Jarabak, 1972':
    'J. R. Jarabak, J. A. Fizzell. Technique and treatment with light-wire edgewise appliances. Mosby, 1972. Границы нейтрального типа роста.',
} as const;

interface Definition {
  name: string;
  meaning: string;
  unit: Measurement['unit'];
  needs: readonly string[];
  compute: (places: (name: string) => Vec2) => number;
  norm?: readonly [from: number, to: number, source: Norm['source']];
}

const asVec3 = ([x, y]: Vec2): Vec3 => [x, y, 0];
const angle = (one: Vec2, vertex: Vec2, other: Vec2) => angleAt(asVec3(one), asVec3(vertex), asVec3(other));
const distance = (one: Vec2, other: Vec2) => Math.hypot(other[0] - one[0], other[1] - one[1]);

/** The angle between the directions of two lines, 0 to 180 degrees. */
function between(from: Vec2, to: Vec2, otherFrom: Vec2, otherTo: Vec2): number {
  return angle(to, from, [from[0] + otherTo[0] - otherFrom[0], from[1] + otherTo[1] - otherFrom[1]]);
}

/** The distance of a point from a line, to the right of its direction positive. */
function aside(point: Vec2, from: Vec2, to: Vec2): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return ((point[0] - from[0]) * dy - (point[1] - from[1]) * dx) / (Math.hypot(dx, dy) || 1);
}

/** In front of a line of the face: away from S, which is behind it whichever way the face looks. */
const inFront = (point: Vec2, from: Vec2, to: Vec2, S: Vec2): number =>
  aside(point, from, to) * (aside(S, from, to) > 0 ? -1 : 1);

const plusMinus = (mean: number, deviation: number, source: Norm['source']) =>
  [mean - deviation, mean + deviation, source] as const;

/** Definitions of R. A. Riedel, W. B. Downs and C. H. Tweed; angles in degrees, lengths in millimetres. */
const LATERAL: readonly Definition[] = [
  {
    name: 'SNA',
    meaning: 'положение верхней челюсти',
    unit: '°',
    needs: ['S', 'N', 'A'],
    compute: (at) => angle(at('S'), at('N'), at('A')),
    norm: plusMinus(82, 3.9, 'Riedel, 1952'),
  },
  {
    name: 'SNB',
    meaning: 'положение нижней челюсти',
    unit: '°',
    needs: ['S', 'N', 'B'],
    compute: (at) => angle(at('S'), at('N'), at('B')),
    norm: plusMinus(80, 3.7, 'Riedel, 1952'),
  },
  {
    name: 'ANB',
    meaning: 'соотношение челюстей',
    unit: '°',
    needs: ['S', 'N', 'A', 'B'],
    // negative where B is in front of A
    compute: (at) => angle(at('S'), at('N'), at('A')) - angle(at('S'), at('N'), at('B')),
    norm: plusMinus(2, 1.8, 'Riedel, 1952'),
  },
  {
    name: 'FH–NPog',
    meaning: 'лицевой угол',
    unit: '°',
    needs: ['Po', 'Or', 'N', 'Pog'],
    compute: (at) => between(at('Or'), at('Po'), at('N'), at('Pog')),
    norm: plusMinus(87.8, 3.6, 'Downs, 1948'),
  },
  {
    name: 'FH–SGn',
    meaning: 'ось роста (Y)',
    unit: '°',
    needs: ['Po', 'Or', 'S', 'Gn'],
    compute: (at) => between(at('Po'), at('Or'), at('S'), at('Gn')),
    norm: plusMinus(59.4, 3.8, 'Downs, 1948'),
  },
  {
    name: 'FMA',
    meaning: 'нижняя челюсть к франкфуртской горизонтали',
    unit: '°',
    needs: ['Po', 'Or', 'Go', 'Me'],
    compute: (at) => between(at('Po'), at('Or'), at('Go'), at('Me')),
    norm: plusMinus(25, 4, 'Tweed, 1954'),
  },
  {
    name: 'GoGn–SN',
    meaning: 'нижняя челюсть к основанию черепа',
    unit: '°',
    needs: ['S', 'N', 'Go', 'Gn'],
    compute: (at) => between(at('S'), at('N'), at('Go'), at('Gn')),
    norm: plusMinus(31.7, 5.2, 'Riedel, 1952'),
  },
  {
    name: 'ANS–PNS к SN',
    meaning: 'наклон верхней челюсти',
    unit: '°',
    needs: ['S', 'N', 'ANS', 'PNS'],
    compute: (at) => between(at('S'), at('N'), at('PNS'), at('ANS')),
  },
  {
    name: 'U1–SN',
    meaning: 'наклон верхнего резца',
    unit: '°',
    needs: ['S', 'N', 'U1', 'U1A'],
    compute: (at) => between(at('N'), at('S'), at('U1A'), at('U1')),
    norm: plusMinus(104, 5.8, 'Riedel, 1952'),
  },
  {
    name: 'IMPA',
    meaning: 'наклон нижнего резца',
    unit: '°',
    needs: ['Go', 'Me', 'L1', 'L1A'],
    compute: (at) => between(at('Me'), at('Go'), at('L1A'), at('L1')),
    norm: plusMinus(90, 5, 'Tweed, 1954'),
  },
  {
    name: 'U1–L1',
    meaning: 'межрезцовый угол',
    unit: '°',
    needs: ['U1', 'U1A', 'L1', 'L1A'],
    compute: (at) => between(at('U1'), at('U1A'), at('L1'), at('L1A')),
    norm: plusMinus(131, 9.2, 'Riedel, 1952'),
  },
  {
    name: 'U1–NA',
    meaning: 'верхний резец впереди линии NA',
    unit: 'мм',
    needs: ['S', 'N', 'A', 'U1'],
    compute: (at) => inFront(at('U1'), at('N'), at('A'), at('S')),
  },
  {
    name: 'L1–NB',
    meaning: 'нижний резец впереди линии NB',
    unit: 'мм',
    needs: ['S', 'N', 'B', 'L1'],
    compute: (at) => inFront(at('L1'), at('N'), at('B'), at('S')),
  },
  ...lengths([
    ['S', 'N', 'переднее основание черепа'],
    ['ANS', 'PNS', 'длина верхней челюсти'],
    ['Go', 'Gn', 'длина тела нижней челюсти'],
    ['N', 'Me', 'передняя высота лица'],
    ['ANS', 'Me', 'нижняя высота лица'],
    ['S', 'Go', 'задняя высота лица'],
  ]),
  {
    name: 'S–Go : N–Me',
    meaning: 'тип роста',
    unit: '%',
    needs: ['S', 'Go', 'N', 'Me'],
    compute: (at) => (100 * distance(at('S'), at('Go'))) / distance(at('N'), at('Me')),
    norm: [62, 65, 'Jarabak, 1972'],
  },
];

const FRONTAL: readonly Definition[] = [
  ...lengths([
    ['JR', 'JL', 'ширина верхней челюсти'],
    ['AGR', 'AGL', 'ширина нижней челюсти'],
  ]),
  {
    name: 'AG – J',
    meaning: 'разность ширины челюстей',
    unit: 'мм',
    needs: ['JR', 'JL', 'AGR', 'AGL'],
    compute: (at) => distance(at('AGR'), at('AGL')) - distance(at('JR'), at('JL')),
  },
  ...['ANS', 'Me'].map((name): Definition => ({
    name: `${name} – середина`,
    meaning: 'смещение влево от срединной линии',
    unit: 'мм',
    needs: ['Cg', 'ZR', 'ZL', name],
    compute: (at) => distanceFromMidline(at, name),
  })),
  {
    name: 'Z – AG',
    meaning: 'перекос нижней челюсти',
    unit: '°',
    needs: ['ZR', 'ZL', 'AGR', 'AGL'],
    compute: (at) => between(at('ZR'), at('ZL'), at('AGR'), at('AGL')),
  },
];

/** From the line through Cg perpendicular to ZR–ZL, to the patient's left positive. */
function distanceFromMidline(at: (name: string) => Vec2, name: string): number {
  const [[rx, ry], [lx, ly], [cx, cy], [x, y]] = [at('ZR'), at('ZL'), at('Cg'), at(name)];
  const length = Math.hypot(lx - rx, ly - ry) || 1;
  return ((x - cx) * (lx - rx) + (y - cy) * (ly - ry)) / length;
}

function lengths(pairs: readonly (readonly [from: string, to: string, meaning: string])[]): Definition[] {
  return pairs.map(([from, to, meaning]) => ({
    name: `${from}–${to}`,
    meaning,
    unit: 'мм',
    needs: [from, to],
    compute: (at) => distance(at(from), at(to)),
  }));
}

const DEFINITIONS: Record<CephalogramView, readonly Definition[]> = { lateral: LATERAL, frontal: FRONTAL };

/**
 * The analysis of a cephalogram. Lengths are multiplied by `magnification`, which is 1 for true lengths and for example 1.1
 * to compare them with those of a film. Undefined `places` give undefined values.
 * With `hasScale` false, for a picture whose pixel size is unknown, only angles and ratios have values.
 */
export function analyse(
  view: CephalogramView,
  places: Places,
  { magnification = 1, hasScale = true } = {},
): Measurement[] {
  return DEFINITIONS[view].map(({ name, meaning, unit, needs, compute, norm }) => {
    const needsScale = !hasScale && unit === 'мм';
    const isPlaced = needs.every((each) => places[each] !== undefined);
    const value = isPlaced && !needsScale ? compute((each) => places[each]!) : undefined;
    return {
      name,
      meaning,
      unit,
      needsScale,
      value: value !== undefined && unit === 'мм' ? value * magnification : value,
      norm: norm && { from: norm[0], to: norm[1], source: norm[2] },
    };
  });
}

/** Whether a value is below or above its norm; undefined within it, without one, or without a value. */
export function deviationOf({ value, norm }: Measurement): 'below' | 'above' | undefined {
  if (value === undefined || !norm) return undefined;
  const shown = Math.round(value * 10) / 10;
  return shown < norm.from ? 'below' : shown > norm.to ? 'above' : undefined;
}

/** Lines between landmarks that the angles are measured of. */
export const LINES: Record<CephalogramView, readonly (readonly [from: string, to: string])[]> = {
  lateral: [
    ['S', 'N'],
    ['Po', 'Or'],
    ['PNS', 'ANS'],
    ['Go', 'Me'],
    ['Go', 'Gn'],
    ['N', 'A'],
    ['N', 'B'],
    ['U1A', 'U1'],
    ['L1A', 'L1'],
  ],
  frontal: [
    ['ZR', 'ZL'],
    ['JR', 'JL'],
    ['AGR', 'AGL'],
    ['Cg', 'ANS'],
    ['Cg', 'Me'],
  ],
};

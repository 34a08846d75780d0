import type { AnalysisData, Norm } from './analysis-data.ts';
import { A_POG, ESTHETIC, FACE, FACIAL_ANGLE, FMA, FRANKFORT, LOWER_INCISOR, MANDIBLE } from './lines.ts';

const source = 'Ricketts, 1979';
const constant = (mean: number, deviation: number): Norm => ({ mean, deviation, source });
/** Stated for 9 years, with the change in a year while the face grows. */
const growing = (mean: number, deviation: number, perYear: number): Norm => ({
  mean,
  deviation,
  growth: { perYear, fromYears: 9 },
  ages: [9, 18],
  source,
});

export const RICKETTS_ANALYSIS: AnalysisData = {
  id: 'ricketts',
  title: 'Риккетс',
  view: 'lateral',
  measurements: [
    {
      name: 'BaN–PtGn',
      meaning: 'лицевая ось',
      unit: '°',
      formula: {
        between: [
          ['N', 'Ba'],
          ['Pt', 'Gn'],
        ],
      },
      norms: [constant(90, 3)],
    },
    {
      name: 'FH–NPog',
      meaning: 'лицевая глубина',
      unit: '°',
      formula: FACIAL_ANGLE,
      norms: [growing(87, 3, 1 / 3)],
    },
    {
      name: 'FH–MP',
      meaning: 'плоскость нижней челюсти',
      unit: '°',
      formula: FMA,
      norms: [growing(26, 4, -1 / 3)],
    },
    {
      name: 'NPog–MP',
      meaning: 'лицевой конус',
      unit: '°',
      formula: {
        between: [
          ['Me', 'Go'],
          ['Pog', 'N'],
        ],
      },
      norms: [constant(68, 3)],
    },
    {
      name: 'ANS–Xi–PM',
      meaning: 'нижняя высота лица',
      unit: '°',
      formula: { angle: ['ANS', 'Xi', 'PM'] },
      norms: [constant(47, 4)],
    },
    {
      name: 'DC–Xi–PM',
      meaning: 'дуга нижней челюсти',
      unit: '°',
      // between the axis of the condyle and the axis of the body, drawn on backwards
      formula: {
        between: [
          ['PM', 'Xi'],
          ['Xi', 'DC'],
        ],
      },
      norms: [growing(26, 4, 0.5)],
    },
    {
      name: 'A–NPog',
      meaning: 'выпуклость: точка A впереди лицевой линии',
      unit: 'мм',
      formula: { offset: 'A', from: FACE, awayFrom: 'Po' },
      norms: [growing(2, 2, -0.2)],
    },
    {
      name: 'L1–APog, мм',
      meaning: 'нижний резец впереди линии A–Pog',
      unit: 'мм',
      formula: { offset: 'L1', from: A_POG, awayFrom: 'Po' },
      norms: [constant(1, 2)],
    },
    {
      name: 'L1–APog, °',
      meaning: 'наклон нижнего резца вперёд от линии A–Pog',
      unit: '°',
      formula: { lean: [A_POG, ['L1', 'L1A']], towards: 'Po' },
      norms: [constant(22, 4)],
    },
    {
      name: 'U6–PtV',
      meaning: 'верхний моляр впереди вертикали через Pt',
      unit: 'мм',
      formula: { along: FRANKFORT, advance: ['Pt', 'U6D'] },
      // the mean in millimetres is the age in years plus 3
      norms: [growing(12, 3, 1)],
    },
    {
      name: 'Li–E',
      meaning: 'нижняя губа впереди эстетической линии',
      unit: 'мм',
      formula: { offset: 'Li', from: ESTHETIC, awayFrom: 'A' },
      norms: [growing(-2, 2, -0.2)],
    },
  ],
  lines: [
    FRANKFORT,
    ['Ba', 'N'],
    ['Pt', 'Gn'],
    FACE,
    MANDIBLE,
    ['Xi', 'ANS'],
    ['Xi', 'PM'],
    ['Xi', 'DC'],
    A_POG,
    LOWER_INCISOR,
    ESTHETIC,
  ],
};

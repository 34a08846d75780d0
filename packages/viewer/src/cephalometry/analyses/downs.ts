import type { AnalysisData, Norm } from './analysis-data.ts';
import type { Line } from './formula.ts';
import {
  A_POG,
  descent,
  FACE,
  FACIAL_ANGLE,
  FMA,
  FRANKFORT,
  IMPA,
  INTERINCISAL,
  LOWER_INCISOR,
  MANDIBLE,
  OCCLUSION,
  UPPER_INCISOR,
  Y_AXIS,
} from './lines.ts';

const downs = (mean: number, deviation: number): Norm => ({
  mean,
  deviation,
  ages: [12, 17],
  source: 'Downs, 1948',
});

export const DOWNS = {
  facialAngle: downs(87.8, 3.6),
  convexity: downs(0, 5.1),
  AB: downs(-4.6, 3.7),
  mandible: downs(21.9, 3.2),
  Y: downs(59.4, 3.8),
  occlusion: downs(9.3, 3.8),
  interincisal: downs(135.4, 5.8),
  lowerToOcclusion: downs(14.5, 3.5),
  lowerToMandible: downs(1.4, 3.8),
  upperToAPog: downs(2.7, 1.8),
};

const [BEHIND, BEFORE] = OCCLUSION;
const OCCLUSION_BACKWARDS: Line = [BEFORE, BEHIND];

export const DOWNS_ANALYSIS: AnalysisData = {
  id: 'downs',
  title: 'Даунс',
  view: 'lateral',
  measurements: [
    {
      name: 'FH–NPog',
      meaning: 'лицевой угол',
      unit: '°',
      formula: FACIAL_ANGLE,
      norms: [DOWNS.facialAngle],
    },
    {
      name: 'N–A–Pog',
      meaning: 'выпуклость лица, точка A впереди — плюс',
      unit: '°',
      formula: { bend: ['N', 'A', 'Pog'], awayFrom: 'Po' },
      norms: [DOWNS.convexity],
    },
    {
      name: 'AB–NPog',
      meaning: 'точка B позади A — минус',
      unit: '°',
      formula: { lean: [FACE, ['A', 'B']], awayFrom: 'Po' },
      norms: [DOWNS.AB],
    },
    {
      name: 'FH–MP',
      meaning: 'нижняя челюсть к франкфуртской горизонтали',
      unit: '°',
      formula: FMA,
      norms: [DOWNS.mandible],
    },
    { name: 'FH–SGn', meaning: 'ось роста (Y)', unit: '°', formula: Y_AXIS, norms: [DOWNS.Y] },
    {
      name: 'FH–Occl',
      meaning: 'наклон окклюзионной плоскости',
      unit: '°',
      formula: descent(FRANKFORT, OCCLUSION, 'U1'),
      norms: [DOWNS.occlusion],
    },
    {
      name: 'U1–L1',
      meaning: 'межрезцовый угол',
      unit: '°',
      formula: INTERINCISAL,
      norms: [DOWNS.interincisal],
    },
    {
      name: 'L1–Occl',
      meaning: 'наклон нижнего резца вперёд от перпендикуляра',
      unit: '°',
      formula: { difference: [{ between: [OCCLUSION_BACKWARDS, LOWER_INCISOR] }, 90] },
      norms: [DOWNS.lowerToOcclusion],
    },
    {
      name: 'L1–MP',
      meaning: 'наклон нижнего резца вперёд от перпендикуляра',
      unit: '°',
      formula: { difference: [IMPA, 90] },
      norms: [DOWNS.lowerToMandible],
    },
    {
      name: 'U1–APog',
      meaning: 'верхний резец впереди линии A–Pog',
      unit: 'мм',
      formula: { offset: 'U1', from: A_POG, awayFrom: 'Po' },
      norms: [DOWNS.upperToAPog],
    },
  ],
  lines: [
    FRANKFORT,
    FACE,
    ['N', 'A'],
    A_POG,
    ['A', 'B'],
    MANDIBLE,
    ['S', 'Gn'],
    OCCLUSION,
    UPPER_INCISOR,
    LOWER_INCISOR,
  ],
};

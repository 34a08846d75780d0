import { ADULT, type AnalysisData, type Norm } from './analysis-data.ts';
import { DOWNS } from './downs.ts';
import { NEUTRAL_GROWTH } from './jarabak.ts';
import {
  ANB,
  descent,
  FACIAL_ANGLE,
  FMA,
  FRANKFORT,
  GO_GN,
  HEIGHT_RATIO,
  IMPA,
  INTERINCISAL,
  L1_NB_MM,
  LOWER_INCISOR,
  MANDIBLE,
  NA,
  NB,
  NS,
  PALATE,
  SN,
  SNA,
  SNB,
  U1_NA_MM,
  UPPER_INCISOR,
  Y_AXIS,
} from './lines.ts';
import { STEINER } from './steiner.ts';
import { TWEED } from './tweed.ts';

const riedel = (mean: number, deviation: number): Norm => ({
  mean,
  deviation,
  ages: ADULT,
  source: 'Riedel, 1952',
});

const RIEDEL = {
  SNA: riedel(82, 3.9),
  SNB: riedel(80, 3.7),
  ANB: riedel(2, 1.8),
  goGn: riedel(31.7, 5.2),
  U1: riedel(104, 5.8),
  interincisal: riedel(131, 9.2),
};

/** What is read first, from several authors. */
export const SUMMARY: AnalysisData = {
  id: 'summary',
  title: 'Основные показатели',
  view: 'lateral',
  measurements: [
    {
      name: 'SNA',
      meaning: 'положение верхней челюсти',
      unit: '°',
      formula: SNA,
      norms: [RIEDEL.SNA, STEINER.SNA],
    },
    {
      name: 'SNB',
      meaning: 'положение нижней челюсти',
      unit: '°',
      formula: SNB,
      norms: [RIEDEL.SNB, STEINER.SNB],
    },
    {
      name: 'ANB',
      meaning: 'соотношение челюстей',
      unit: '°',
      formula: ANB,
      norms: [RIEDEL.ANB, STEINER.ANB],
    },
    {
      name: 'FH–NPog',
      meaning: 'лицевой угол',
      unit: '°',
      formula: FACIAL_ANGLE,
      norms: [DOWNS.facialAngle],
    },
    { name: 'FH–SGn', meaning: 'ось роста (Y)', unit: '°', formula: Y_AXIS, norms: [DOWNS.Y] },
    {
      name: 'FMA',
      meaning: 'нижняя челюсть к франкфуртской горизонтали',
      unit: '°',
      formula: FMA,
      norms: [TWEED.FMA],
    },
    {
      name: 'GoGn–SN',
      meaning: 'нижняя челюсть к основанию черепа',
      unit: '°',
      formula: descent(SN, GO_GN, 'Gn'),
      norms: [RIEDEL.goGn, STEINER.goGn],
    },
    {
      name: 'ANS–PNS к SN',
      meaning: 'наклон верхней челюсти',
      unit: '°',
      formula: descent(SN, PALATE, 'ANS'),
    },
    {
      name: 'U1–SN',
      meaning: 'наклон верхнего резца',
      unit: '°',
      formula: { between: [NS, UPPER_INCISOR] },
      norms: [RIEDEL.U1],
    },
    { name: 'IMPA', meaning: 'наклон нижнего резца', unit: '°', formula: IMPA, norms: [TWEED.IMPA] },
    {
      name: 'U1–L1',
      meaning: 'межрезцовый угол',
      unit: '°',
      formula: INTERINCISAL,
      norms: [RIEDEL.interincisal, STEINER.interincisal],
    },
    {
      name: 'U1–NA',
      meaning: 'верхний резец впереди линии NA',
      unit: 'мм',
      formula: U1_NA_MM,
      norms: [STEINER.U1Mm],
    },
    {
      name: 'L1–NB',
      meaning: 'нижний резец впереди линии NB',
      unit: 'мм',
      formula: L1_NB_MM,
      norms: [STEINER.L1Mm],
    },
    { name: 'S–N', meaning: 'переднее основание черепа', unit: 'мм', formula: { distance: ['S', 'N'] } },
    { name: 'ANS–PNS', meaning: 'длина верхней челюсти', unit: 'мм', formula: { distance: ['ANS', 'PNS'] } },
    { name: 'Go–Gn', meaning: 'длина тела нижней челюсти', unit: 'мм', formula: { distance: ['Go', 'Gn'] } },
    { name: 'N–Me', meaning: 'передняя высота лица', unit: 'мм', formula: { distance: ['N', 'Me'] } },
    { name: 'ANS–Me', meaning: 'нижняя высота лица', unit: 'мм', formula: { distance: ['ANS', 'Me'] } },
    { name: 'S–Go', meaning: 'задняя высота лица', unit: 'мм', formula: { distance: ['S', 'Go'] } },
    {
      name: 'S–Go : N–Me',
      meaning: 'тип роста',
      unit: '%',
      formula: HEIGHT_RATIO,
      norms: [NEUTRAL_GROWTH],
    },
  ],
  lines: [SN, FRANKFORT, PALATE, MANDIBLE, GO_GN, NA, NB, UPPER_INCISOR, LOWER_INCISOR],
};

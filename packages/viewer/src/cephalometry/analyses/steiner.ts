import type { AnalysisData, Norm } from './analysis-data.ts';
import {
  ANB,
  descent,
  GO_GN,
  INTERINCISAL,
  L1_NB_MM,
  LOWER_INCISOR,
  NA,
  NB,
  OCCLUSION,
  SN,
  SNA,
  SNB,
  U1_NA_MM,
  UPPER_INCISOR,
} from './lines.ts';

const steiner = (mean: number): Norm => ({ mean, source: 'Steiner, 1953' });

export const STEINER = {
  SNA: steiner(82),
  SNB: steiner(80),
  ANB: steiner(2),
  SND: steiner(76),
  U1Mm: steiner(4),
  U1Degrees: steiner(22),
  L1Mm: steiner(4),
  L1Degrees: steiner(25),
  interincisal: steiner(131),
  occlusion: steiner(14),
  goGn: steiner(32),
  SL: steiner(51),
  SE: steiner(22),
};

export const STEINER_ANALYSIS: AnalysisData = {
  id: 'steiner',
  title: 'Штейнер',
  view: 'lateral',
  measurements: [
    { name: 'SNA', meaning: 'положение верхней челюсти', unit: '°', formula: SNA, norms: [STEINER.SNA] },
    { name: 'SNB', meaning: 'положение нижней челюсти', unit: '°', formula: SNB, norms: [STEINER.SNB] },
    { name: 'ANB', meaning: 'соотношение челюстей', unit: '°', formula: ANB, norms: [STEINER.ANB] },
    {
      name: 'SND',
      meaning: 'положение подбородка',
      unit: '°',
      formula: { angle: ['S', 'N', 'D'] },
      norms: [STEINER.SND],
    },
    {
      name: 'U1–NA, °',
      meaning: 'наклон верхнего резца вперёд от линии NA',
      unit: '°',
      // the axis from the apex down to the edge
      formula: { lean: [NA, UPPER_INCISOR], awayFrom: 'S' },
      norms: [STEINER.U1Degrees],
    },
    {
      name: 'U1–NA, мм',
      meaning: 'верхний резец впереди линии NA',
      unit: 'мм',
      formula: U1_NA_MM,
      norms: [STEINER.U1Mm],
    },
    {
      name: 'L1–NB, °',
      meaning: 'наклон нижнего резца вперёд от линии NB',
      unit: '°',
      // the axis from the edge down to the apex: where the edge leans forwards, the apex leans backwards
      formula: { lean: [NB, ['L1', 'L1A']], towards: 'S' },
      norms: [STEINER.L1Degrees],
    },
    {
      name: 'L1–NB, мм',
      meaning: 'нижний резец впереди линии NB',
      unit: 'мм',
      formula: L1_NB_MM,
      norms: [STEINER.L1Mm],
    },
    {
      name: 'Pog–NB',
      meaning: 'подбородок впереди линии NB',
      unit: 'мм',
      formula: { offset: 'Pog', from: NB, awayFrom: 'S' },
    },
    {
      name: 'U1–L1',
      meaning: 'межрезцовый угол',
      unit: '°',
      formula: INTERINCISAL,
      norms: [STEINER.interincisal],
    },
    {
      name: 'Occl–SN',
      meaning: 'наклон окклюзионной плоскости',
      unit: '°',
      formula: descent(SN, OCCLUSION, 'U1'),
      norms: [STEINER.occlusion],
    },
    {
      name: 'GoGn–SN',
      meaning: 'нижняя челюсть к основанию черепа',
      unit: '°',
      formula: descent(SN, GO_GN, 'Gn'),
      norms: [STEINER.goGn],
    },
    {
      name: 'S–L',
      meaning: 'подбородок вдоль SN',
      unit: 'мм',
      formula: { along: SN, advance: ['S', 'Pog'] },
      norms: [STEINER.SL],
    },
    {
      name: 'S–E',
      meaning: 'мыщелок позади S вдоль SN',
      unit: 'мм',
      formula: { along: SN, advance: ['CdP', 'S'] },
      norms: [STEINER.SE],
    },
  ],
  lines: [SN, NA, NB, ['N', 'D'], GO_GN, OCCLUSION, UPPER_INCISOR, LOWER_INCISOR],
};

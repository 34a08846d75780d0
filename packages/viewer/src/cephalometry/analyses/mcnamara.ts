import { ADULT, type AnalysisData, type Norm } from './analysis-data.ts';
import type { Formula } from './formula.ts';
import { A_POG, FMA, FRANKFORT, MANDIBLE, SNA } from './lines.ts';

type MeanAndDeviation = readonly [mean: number, deviation: number];

/** The norms of the adults of Ann Arbor. */
const adults = (female: MeanAndDeviation, male: MeanAndDeviation): readonly Norm[] =>
  (['female', 'male'] as const).map((sex) => {
    const [mean, deviation] = sex === 'female' ? female : male;
    return { mean, deviation, sex, ages: ADULT, source: 'McNamara, 1984' };
  });

/** The distance in front of the perpendicular through N to the Frankfort horizontal. */
const beforeN = (name: string): Formula => ({ along: FRANKFORT, advance: ['N', name] });
const MANDIBULAR_LENGTH: Formula = { distance: ['Co', 'Gn'] };
const MIDFACIAL_LENGTH: Formula = { distance: ['Co', 'A'] };

export const MCNAMARA_ANALYSIS: AnalysisData = {
  id: 'mcnamara',
  title: 'Макнамара',
  view: 'lateral',
  measurements: [
    {
      name: 'A–Nперп',
      meaning: 'точка A впереди перпендикуляра через N',
      unit: 'мм',
      formula: beforeN('A'),
      norms: adults([0.4, 2.3], [1.1, 2.7]),
    },
    {
      name: 'SNA',
      meaning: 'положение верхней челюсти',
      unit: '°',
      formula: SNA,
      norms: adults([82.4, 3], [83.9, 3.2]),
    },
    {
      name: 'Co–A',
      meaning: 'эффективная длина средней зоны лица',
      unit: 'мм',
      formula: MIDFACIAL_LENGTH,
      norms: adults([91, 4.3], [99.8, 6]),
    },
    {
      name: 'Co–Gn',
      meaning: 'эффективная длина нижней челюсти',
      unit: 'мм',
      formula: MANDIBULAR_LENGTH,
      norms: adults([120.2, 5.3], [134.3, 6.8]),
    },
    {
      name: 'Co–Gn − Co–A',
      meaning: 'разность длин челюстей',
      unit: 'мм',
      formula: { difference: [MANDIBULAR_LENGTH, MIDFACIAL_LENGTH] },
      norms: adults([29.2, 3.3], [34.5, 4]),
    },
    {
      name: 'ANS–Me',
      meaning: 'нижняя высота лица',
      unit: 'мм',
      formula: { distance: ['ANS', 'Me'] },
      norms: adults([66.7, 4.1], [74.6, 5]),
    },
    {
      name: 'FH–MP',
      meaning: 'плоскость нижней челюсти',
      unit: '°',
      formula: FMA,
      norms: adults([22.7, 4.3], [21.3, 3.9]),
    },
    {
      name: 'BaN–PtGn',
      meaning: 'лицевая ось: угол сверх 90°',
      unit: '°',
      formula: {
        difference: [
          {
            between: [
              ['N', 'Ba'],
              ['Pt', 'Gn'],
            ],
          },
          90,
        ],
      },
      norms: adults([0.2, 3.2], [0.5, 3.5]),
    },
    {
      name: 'Pog–Nперп',
      meaning: 'подбородок впереди перпендикуляра через N',
      unit: 'мм',
      formula: beforeN('Pog'),
      norms: adults([-1.8, 4.5], [-0.3, 3.8]),
    },
    {
      name: 'U1–Aверт',
      meaning: 'верхний резец впереди вертикали через A',
      unit: 'мм',
      formula: { along: FRANKFORT, advance: ['A', 'U1'] },
      norms: adults([5.4, 1.7], [5.3, 2]),
    },
    {
      name: 'L1–APog',
      meaning: 'нижний резец впереди линии A–Pog',
      unit: 'мм',
      formula: { offset: 'L1', from: A_POG, awayFrom: 'Po' },
      norms: adults([2.7, 1.7], [2.3, 2.1]),
    },
  ],
  lines: [FRANKFORT, ['Co', 'A'], ['Co', 'Gn'], ['Ba', 'N'], ['Pt', 'Gn'], MANDIBLE, A_POG, ['ANS', 'Me']],
};

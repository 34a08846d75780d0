import type { AnalysisData, Norm } from './analysis-data.ts';
import type { Formula } from './formula.ts';
import { HEIGHT_RATIO } from './lines.ts';

/** The neutral pattern of growth. */
export const NEUTRAL_GROWTH: Norm = { limits: [59, 63], source: 'Siriwat, Jarabak, 1985' };

const jarabak = (mean: number, deviation: number): Norm => ({
  mean,
  deviation,
  source: 'Jarabak, Fizzell, 1972',
});
const limits = (from: number, to: number): Norm => ({ limits: [from, to], source: 'Jarabak, Fizzell, 1972' });

const SADDLE: Formula = { angle: ['N', 'S', 'Ar'] };
const ARTICULAR: Formula = { angle: ['S', 'Ar', 'Go'] };
const GONIAL: Formula = { angle: ['Ar', 'Go', 'Me'] };

/** The polygon of Björk with the norms of Jarabak. The lengths depend on age; none of their norms are given. */
export const JARABAK_ANALYSIS: AnalysisData = {
  id: 'jarabak',
  title: 'Бьёрк — Ярабак',
  view: 'lateral',
  measurements: [
    { name: 'N–S–Ar', meaning: 'угол седла', unit: '°', formula: SADDLE, norms: [jarabak(123, 5)] },
    { name: 'S–Ar–Go', meaning: 'суставной угол', unit: '°', formula: ARTICULAR, norms: [jarabak(143, 6)] },
    {
      name: 'Ar–Go–Me',
      meaning: 'угол нижней челюсти',
      unit: '°',
      formula: GONIAL,
      norms: [jarabak(130, 7)],
    },
    {
      name: 'Сумма углов',
      meaning: 'седло, сустав и угол нижней челюсти',
      unit: '°',
      formula: { sum: [SADDLE, ARTICULAR, GONIAL] },
      norms: [jarabak(396, 6)],
    },
    {
      name: 'Ar–Go–N',
      meaning: 'верхняя часть угла нижней челюсти',
      unit: '°',
      formula: { angle: ['Ar', 'Go', 'N'] },
      norms: [limits(52, 55)],
    },
    {
      name: 'N–Go–Me',
      meaning: 'нижняя часть угла нижней челюсти',
      unit: '°',
      formula: { angle: ['N', 'Go', 'Me'] },
      norms: [limits(70, 75)],
    },
    { name: 'S–N', meaning: 'переднее основание черепа', unit: 'мм', formula: { distance: ['S', 'N'] } },
    { name: 'S–Ar', meaning: 'заднее основание черепа', unit: 'мм', formula: { distance: ['S', 'Ar'] } },
    { name: 'Ar–Go', meaning: 'высота ветви', unit: 'мм', formula: { distance: ['Ar', 'Go'] } },
    { name: 'Go–Me', meaning: 'длина тела нижней челюсти', unit: 'мм', formula: { distance: ['Go', 'Me'] } },
    { name: 'S–Go', meaning: 'задняя высота лица', unit: 'мм', formula: { distance: ['S', 'Go'] } },
    { name: 'N–Me', meaning: 'передняя высота лица', unit: 'мм', formula: { distance: ['N', 'Me'] } },
    {
      name: 'S–Go : N–Me',
      meaning: 'тип роста; меньше — вертикальный, больше — горизонтальный',
      unit: '%',
      formula: HEIGHT_RATIO,
      norms: [NEUTRAL_GROWTH],
    },
  ],
  lines: [
    ['S', 'N'],
    ['S', 'Ar'],
    ['Ar', 'Go'],
    ['Go', 'Me'],
    ['Go', 'N'],
    ['N', 'Me'],
    ['S', 'Go'],
  ],
};

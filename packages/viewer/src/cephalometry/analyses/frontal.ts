import type { AnalysisData } from './analysis-data.ts';
import type { Formula, Line } from './formula.ts';

const ORBITS: Line = ['ZR', 'ZL'];
const UPPER_WIDTH: Formula = { distance: ['JR', 'JL'] };
const LOWER_WIDTH: Formula = { distance: ['AGR', 'AGL'] };
/** The distance from the line through Cg perpendicular to ZR–ZL; positive to the patient's left. */
const fromMidline = (name: string): Formula => ({ along: ORBITS, advance: ['Cg', name] });

/** Widths and asymmetry; the norms of widths depend on age, sex and magnification, and none are given. */
export const FRONTAL: AnalysisData = {
  id: 'frontal',
  title: 'Ширина и симметрия',
  view: 'frontal',
  measurements: [
    { name: 'JR–JL', meaning: 'ширина верхней челюсти', unit: 'мм', formula: UPPER_WIDTH },
    { name: 'AGR–AGL', meaning: 'ширина нижней челюсти', unit: 'мм', formula: LOWER_WIDTH },
    {
      name: 'AG – J',
      meaning: 'разность ширины челюстей',
      unit: 'мм',
      formula: { difference: [LOWER_WIDTH, UPPER_WIDTH] },
    },
    {
      name: 'ANS – середина',
      meaning: 'смещение влево от срединной линии',
      unit: 'мм',
      formula: fromMidline('ANS'),
    },
    {
      name: 'Me – середина',
      meaning: 'смещение влево от срединной линии',
      unit: 'мм',
      formula: fromMidline('Me'),
    },
    {
      name: 'Z – AG',
      meaning: 'перекос нижней челюсти',
      unit: '°',
      formula: { between: [ORBITS, ['AGR', 'AGL']] },
    },
  ],
  lines: [ORBITS, ['JR', 'JL'], ['AGR', 'AGL'], ['Cg', 'ANS'], ['Cg', 'Me']],
};

import { ADULT, type AnalysisData, type Norm } from './analysis-data.ts';
import type { Line } from './formula.ts';
import { ESTHETIC } from './lines.ts';

const burstone = (mean: number, deviation: number): Norm => ({
  mean,
  deviation,
  ages: ADULT,
  source: 'Legan, Burstone, 1980',
});

/** From the base of the nose to the chin; the tip of the nose is in front of it. */
const LIPS: Line = ['Sn', "Pog'"];

export const SOFT_TISSUE_ANALYSIS: AnalysisData = {
  id: 'soft-tissue',
  title: 'Мягкие ткани',
  view: 'lateral',
  measurements: [
    {
      name: "G'–Sn–Pog'",
      meaning: 'выпуклость профиля',
      unit: '°',
      formula: { bend: ["G'", 'Sn', "Pog'"], towards: 'Pn' },
      norms: [burstone(12, 4)],
    },
    {
      name: 'Cm–Sn–Ls',
      meaning: 'носогубный угол',
      unit: '°',
      formula: { angle: ['Cm', 'Sn', 'Ls'] },
      norms: [burstone(102, 8)],
    },
    {
      name: "Ls–SnPog'",
      meaning: "верхняя губа впереди линии Sn–Pog'",
      unit: 'мм',
      formula: { offset: 'Ls', from: LIPS, towards: 'Pn' },
      norms: [burstone(3, 1)],
    },
    {
      name: "Li–SnPog'",
      meaning: "нижняя губа впереди линии Sn–Pog'",
      unit: 'мм',
      formula: { offset: 'Li', from: LIPS, towards: 'Pn' },
      norms: [burstone(2, 1)],
    },
    {
      name: "Si–LiPog'",
      meaning: 'глубина подбородочной складки',
      unit: 'мм',
      formula: { depth: 'Si', from: ['Li', "Pog'"] },
      norms: [burstone(4, 2)],
    },
    {
      name: 'Ls–E',
      meaning: 'верхняя губа впереди эстетической линии',
      unit: 'мм',
      formula: { offset: 'Ls', from: ESTHETIC, awayFrom: 'Sn' },
    },
    {
      name: 'Li–E',
      meaning: 'нижняя губа впереди эстетической линии',
      unit: 'мм',
      formula: { offset: 'Li', from: ESTHETIC, awayFrom: 'Sn' },
      norms: [
        {
          mean: -2,
          deviation: 2,
          growth: { perYear: -0.2, fromYears: 9 },
          ages: [9, 18],
          source: 'Ricketts, 1979',
        },
      ],
    },
  ],
  lines: [["G'", 'Sn'], LIPS, ESTHETIC, ['Cm', 'Sn'], ['Sn', 'Ls'], ['Li', "Pog'"]],
};

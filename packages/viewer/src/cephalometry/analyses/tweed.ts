import type { AnalysisData, Norm } from './analysis-data.ts';
import { FMA, FRANKFORT, IMPA, LOWER_INCISOR, MANDIBLE } from './lines.ts';

export const TWEED = {
  FMA: { mean: 25, limits: [16, 35], source: 'Tweed, 1946' },
  FMIA: { mean: 65, source: 'Tweed, 1954' },
  IMPA: { mean: 90, limits: [85, 95], source: 'Tweed, 1954' },
} as const satisfies Record<string, Norm>;

/** The triangle of the Frankfort horizontal, the mandibular plane and the lower incisor. */
export const TWEED_ANALYSIS: AnalysisData = {
  id: 'tweed',
  title: 'Твид',
  view: 'lateral',
  measurements: [
    {
      name: 'FMA',
      meaning: 'нижняя челюсть к франкфуртской горизонтали',
      unit: '°',
      formula: FMA,
      norms: [TWEED.FMA],
    },
    {
      name: 'FMIA',
      meaning: 'нижний резец к франкфуртской горизонтали',
      unit: '°',
      formula: { between: [FRANKFORT, LOWER_INCISOR] },
      norms: [TWEED.FMIA],
    },
    {
      name: 'IMPA',
      meaning: 'нижний резец к плоскости нижней челюсти',
      unit: '°',
      formula: IMPA,
      norms: [TWEED.IMPA],
    },
  ],
  lines: [FRANKFORT, MANDIBLE, LOWER_INCISOR],
};

import { ADULT, type AnalysisData } from './analysis-data.ts';
import { FUNCTIONAL_OCCLUSION } from './lines.ts';

export const WITS_ANALYSIS: AnalysisData = {
  id: 'wits',
  title: 'Уитс (Wits)',
  view: 'lateral',
  measurements: [
    {
      name: 'Wits',
      // AO in front of BO is positive, as in skeletal class II
      meaning: 'точка A впереди точки B вдоль окклюзионной плоскости',
      unit: 'мм',
      formula: { along: FUNCTIONAL_OCCLUSION, advance: ['B', 'A'] },
      norms: [
        { mean: -1.17, deviation: 1.9, sex: 'male', ages: ADULT, source: 'Jacobson, 1975' },
        { mean: -0.1, deviation: 1.77, sex: 'female', ages: ADULT, source: 'Jacobson, 1975' },
      ],
    },
  ],
  lines: [FUNCTIONAL_OCCLUSION],
};

import type { SavedPlan } from '../study/study.ts';

export type Plan = SavedPlan;
export type Directions = Pick<Plan['levellings'][number], 'left' | 'back' | 'up'>;

/** A distance of 2 mm from a canal is commonly kept; the sleeve shows 1.5 mm. */
export const DEFAULT_PLAN: Plan = { sleeveMm: 1.5, warnMm: 2, levellings: [], jawArches: [] };

/** The plan with the landmarks of another plan; levelling, arches and distances stay. */
export function withLandmarks(plan: Plan, { cephalograms, readings }: Plan): Plan {
  const present = plan.readings ?? [];
  const wanted = readings ?? [];
  const series = [...new Set([...present, ...wanted].map((reading) => reading.series))];
  const inSeries = (all: typeof present, number: number) => all.find((reading) => reading.series === number);
  return {
    ...plan,
    cephalograms: cephalograms ?? [],
    readings: series.map((number) => ({
      ...inSeries(present, number),
      series: number,
      landmarks: inSeries(wanted, number)?.landmarks ?? [],
    })),
  };
}

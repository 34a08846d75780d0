import type { SavedPlan } from '../study.ts';

export type Plan = SavedPlan;
export type Directions = Pick<Plan['levellings'][number], 'left' | 'back' | 'up'>;

/** The distance from a canal that is commonly kept: 2 mm; the sleeve shows as much. */
export const DEFAULT_PLAN: Plan = { sleeveMm: 1.5, warnMm: 2, levellings: [], jawArches: [] };

import type { SavedPlan } from '../study.ts';

export type Plan = SavedPlan;

/** The distance from a canal that is commonly kept: 2 mm; the sleeve shows as much. */
export const DEFAULT_PLAN: Plan = { sleeveMm: 1.5, warnMm: 2, levellings: [], jawArches: [] };

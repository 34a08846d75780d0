import type { Formula, Line } from './formula.ts';
import type { CephalogramView } from './landmarks.ts';
import type { SOURCES } from './sources.ts';

type Sex = 'male' | 'female';

/** The person for whom the norms are chosen; unknown facts are absent. */
export interface Subject {
  ageYears?: number;
  sex?: Sex;
}

/**
 * A published norm: a mean with one standard deviation (or the deviation that its author permits), limits, or a single value
 * without either.
 */
export interface Norm {
  mean?: number;
  deviation?: number;
  limits?: readonly [from: number, to: number];
  /** by how much the mean changes in a year, from the age for which `mean` is stated */
  growth?: { perYear: number; fromYears: number };
  /** absent if the publication does not separate them */
  sex?: Sex;
  /** full years, both included; absent if the publication states no age */
  ages?: readonly [from: number, to: number];
  /** author and year */
  source: keyof typeof SOURCES;
}

export type Unit = '°' | 'мм' | '%';

interface MeasurementData {
  name: string;
  /** what it describes */
  meaning: string;
  unit: Unit;
  formula: Formula;
  /** The first one that applies to the patient is shown. */
  norms?: readonly Norm[];
}

/** One analysis. Its formulas determine which landmarks it needs. */
export interface AnalysisData {
  /** in the address of a saved choice; never changes */
  id: string;
  title: string;
  view: CephalogramView;
  measurements: readonly MeasurementData[];
  /** drawn between landmarks that are placed */
  lines: readonly Line[];
}

/** The ages of adults where a publication states none: the growth of the face has ended by 18. */
export const ADULT = [18, 130] as const;

import type { AnalysisData, Subject, Unit } from './analyses/analysis-data.ts';
import { landmarksOf, namesIn, type Places, valueOf } from './analyses/formula.ts';
import { type Landmark, LANDMARKS } from './analyses/landmarks.ts';
import { type AppliedNorm, normFor, normsExistFor } from './norms.ts';

/** A value of an analysis. */
export interface Measurement {
  name: string;
  /** what it describes */
  meaning: string;
  unit: Unit;
  /** undefined until its landmarks are placed, and for a length without a scale */
  value: number | undefined;
  /** a length in a picture whose pixel size is unknown */
  needsScale: boolean;
  /** its landmarks that are not placed, in the order of placing */
  missing: readonly string[];
  norm: AppliedNorm | undefined;
  /** the people for whom norms were published, if there are norms but none for the patient; otherwise empty */
  normsOfOthers: string;
}

interface AnalyseOptions {
  /** 1 for true lengths, for example 1.1 to compare them with those of a film */
  magnification?: number;
  /** false for a picture whose pixel size is unknown: only angles and ratios then have values */
  hasScale?: boolean;
  subject?: Subject;
}

/** The values of an analysis. Undefined `places` give undefined values. */
export function analyse(
  analysis: AnalysisData,
  places: Places,
  { magnification = 1, hasScale = true, subject = {} }: AnalyseOptions = {},
): Measurement[] {
  const order = landmarksIn(analysis).map(({ name }) => name);
  return analysis.measurements.map(({ name, meaning, unit, formula, norms = [] }) => {
    const needsScale = !hasScale && unit === 'мм';
    const value = needsScale ? undefined : valueOf(formula, places);
    const needed = landmarksOf(formula);
    const norm = normFor(norms, subject);
    return {
      name,
      meaning,
      unit,
      needsScale,
      missing: order.filter((each) => needed.includes(each) && places[each] === undefined),
      value: value !== undefined && unit === 'мм' ? value * magnification : value,
      norm,
      normsOfOthers: norm ? '' : normsExistFor(norms),
    };
  });
}

/** The landmarks that an analysis needs or draws lines between, in the order of placing. */
export function landmarksIn({ view, measurements, lines }: AnalysisData): readonly Landmark[] {
  const needed = new Set([
    ...measurements.flatMap(({ formula }) => landmarksOf(formula)),
    ...lines.flat().flatMap(namesIn),
  ]);
  return LANDMARKS[view].filter(({ name }) => needed.has(name));
}

/** The first landmark that has not been placed; undefined when all are. */
export const nextOf = (analysis: AnalysisData, isPlaced: (name: string) => boolean): string | undefined =>
  landmarksIn(analysis).find(({ name }) => !isPlaced(name))?.name;

/** The value as it is shown. A value that is shown as equal to a limit counts as within it. */
const shown = (value: number) => Math.round(value * 10) / 10;

/** Whether a value is below or above its norm; undefined within it, without limits, or without a value. */
export function deviationOf({ value, norm }: Measurement): 'below' | 'above' | undefined {
  if (value === undefined || !norm?.limits) return undefined;
  const [from, to] = norm.limits;
  return shown(value) < shown(from) ? 'below' : shown(value) > shown(to) ? 'above' : undefined;
}

/**
 * The difference from the norm's mean; without a mean from the nearer limit, 0 between the limits. Undefined without a
 * norm or a value.
 */
export function differenceOf({ value, norm }: Measurement): number | undefined {
  if (value === undefined || !norm) return undefined;
  if (norm.mean !== undefined) return value - norm.mean;
  const [from, to] = norm.limits ?? [value, value];
  return value < from ? value - from : value > to ? value - to : 0;
}

/**
 * Where a value and its norm lie in a bar from 0 to 1: the limits take the middle third, and what lies outside the bar is at
 * its end. Undefined without limits or a value.
 */
export function barOf({ value, norm }: Measurement): number | undefined {
  if (value === undefined || !norm?.limits) return undefined;
  const [from, to] = norm.limits;
  return Math.min(1, Math.max(0, (1 + (value - from) / (to - from || 1)) / 3));
}

import type { Norm, Subject } from './analyses/analysis-data.ts';

/** A norm for one patient. */
export interface AppliedNorm {
  /** undefined if its publication has limits only */
  mean: number | undefined;
  /** undefined if its publication has a single value only: nothing is then called above or below it */
  limits: readonly [from: number, to: number] | undefined;
  source: Norm['source'];
}

const isInAges = ([from, to]: readonly [number, number], ageYears: number | undefined) =>
  ageYears !== undefined && ageYears >= from && ageYears < to + 1;

const applies = ({ sex, ages }: Norm, subject: Subject) =>
  (sex === undefined || sex === subject.sex) && (ages === undefined || isInAges(ages, subject.ageYears));

/** The first norm that was published for the patient's age and sex. */
export function normFor(norms: readonly Norm[], subject: Subject): AppliedNorm | undefined {
  const norm = norms.find((one) => applies(one, subject));
  if (!norm) return undefined;
  const { growth, deviation, limits, source } = norm;
  const grown = growth ? growth.perYear * ((subject.ageYears ?? growth.fromYears) - growth.fromYears) : 0;
  const mean = norm.mean === undefined ? undefined : norm.mean + grown;
  const about =
    mean !== undefined && deviation !== undefined
      ? ([mean - deviation, mean + deviation] as const)
      : undefined;
  return { mean, limits: limits ?? about, source };
}

const SEX_NAMES = { male: 'мужчины', female: 'женщины' } as const;

const agesText = ([from, to]: readonly [number, number]) =>
  to > 100 ? `с ${from} лет` : `${from}–${to} лет`;

/** The people for whom there are norms, when there is none for the patient: «12–17 лет», «женщины с 18 лет». */
export const normsExistFor = (norms: readonly Norm[]): string =>
  [
    ...new Set(
      norms.map(({ sex, ages }) => [sex && SEX_NAMES[sex], ages && agesText(ages)].filter(Boolean).join(' ')),
    ),
  ].join(', ');

const YEAR_MS = 365.25 * 24 * 3600 * 1000;

/** Full years on a day, and the part of a year since the birthday; undefined before the birth. */
export function ageOn(birthday: string, instant: string): number | undefined {
  const born = new Date(birthday);
  const on = new Date(instant);
  const birthdayIn = (year: number) => Date.UTC(year, born.getUTCMonth(), born.getUTCDate());
  const year = on.getUTCFullYear();
  const lastYear = birthdayIn(year) <= on.getTime() ? year : year - 1;
  const part = Math.min(0.999, (on.getTime() - birthdayIn(lastYear)) / YEAR_MS);
  const years = lastYear - born.getUTCFullYear() + part;
  return years >= 0 ? years : undefined;
}

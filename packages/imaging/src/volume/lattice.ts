/** Positions of slices on an even grid: slice `at` lies at `firstMm + index[at] * stepMm`. */
type Lattice = {
  firstMm: number;
  stepMm: number;
  /** 0 for the first slice; two slices at one position have the same index */
  index: readonly number[];
  /** Whether the positions deviate from the grid by more than accurate positions would. */
  isRounded: boolean;
};

/** A slice along the normal; `number` counts the slices in the order of acquisition, null if unknown. */
export type SlicePoint = { mm: number; number: number | null };

/** Largest deviation of accurate positions: rounding to hundredths of a millimetre, or a tenth of a step. */
const DEVIATION_MM = 0.015;
const DEVIATION_STEPS = 0.1;
/**
 * The largest fraction of a step by which rounded positions may deviate: the first applies if the order of the slices
 * is known, the second if it is unknown.
 */
const ORDERED_STEPS = 0.45;
const UNORDERED_STEPS = 0.3;
const SMALLEST_STEP_MM = 0.02;
/** Fraction of slices whose numbers must fit; the others may be copies with numbers of their own. */
const NUMBERED = 0.9;

/**
 * The even grid on which all slices lie, possibly with missing slices between them; null if there is no such grid.
 * `points` are in ascending order. `roundingMm` is the largest error of a position if the positions are rounded,
 * otherwise 0. A grid without missing slices is preferred. The second choice is a grid whose steps are counted by the
 * numbers of the slices. The third is the grid with the fewest missing slices, at most half as many as there are slices.
 */
export function latticeOf(points: readonly SlicePoint[], roundingMm: number): Lattice | null {
  if (points.length < 2) return null;
  return (
    byRank(points, 0) ??
    byNumber(points, roundingMm) ??
    (roundingMm > 0 ? byRank(points, roundingMm) : null) ??
    byPosition(points, roundingMm)
  );
}

const accurateMm = (stepMm: number) => Math.max(DEVIATION_MM, stepMm * DEVIATION_STEPS);
const toleranceMm = (stepMm: number, roundingMm: number, steps: number) =>
  Math.max(accurateMm(stepMm), Math.min(roundingMm, stepMm * steps));

/**
 * The grid on which every slice is one step after the previous one. The step is measured over the whole stack,
 * so that the rounding of single positions has little effect.
 */
function byRank(points: readonly SlicePoint[], roundingMm: number): Lattice | null {
  const firstMm = points[0]!.mm;
  const stepMm = (points.at(-1)!.mm - firstMm) / (points.length - 1);
  const index = points.map((_, at) => at);
  if (roundingMm === 0) return checked(points, { firstMm, stepMm, index }, accurateMm(stepMm));
  return fitted(points, index, toleranceMm(stepMm, roundingMm, ORDERED_STEPS));
}

/** The line on which slices lie whose numbers count the steps: a slice is at `startMm + slope * number`. */
type LineOfNumbers = { slope: number; startMm: number; toleranceMm: number; fits: readonly boolean[] };

/**
 * Fits a line to the positions of slices by their numbers; null unless nearly all slices lie on it. A rough line, the
 * median of distant pairs, ignores copies with other numbers. The final line is fitted to the slices near the rough one.
 */
export function lineOfNumbers(
  points: readonly SlicePoint[],
  toleranceOf: (stepMm: number) => number,
): LineOfNumbers | null {
  const numbered = points.flatMap(({ mm, number }) => (number === null ? [] : [{ mm, number }]));
  if (numbered.length < points.length) return null;
  const apart = Math.max(1, points.length >> 1);
  const slopes = numbered
    .slice(apart)
    .map((far, at) => (far.mm - numbered[at]!.mm) / (far.number - numbered[at]!.number))
    .filter(Number.isFinite);
  const rough = median(slopes);
  if (!(Math.abs(rough) >= SMALLEST_STEP_MM)) return null;
  const roughMm = median(numbered.map(({ mm, number }) => mm - rough * number));
  const nearMm = Math.max(Math.abs(rough), toleranceOf(Math.abs(rough)));
  const near = numbered.filter(({ mm, number }) => Math.abs(mm - roughMm - rough * number) <= nearMm);
  const { slope, startMm } = lineThrough(near.map(({ mm, number }) => ({ at: number, mm })));
  const tolerance = toleranceOf(Math.abs(slope));
  const fits = numbered.map(({ mm, number }) => Math.abs(mm - startMm - slope * number) <= tolerance);
  const unfit = fits.filter((fit) => !fit).length;
  return unfit <= points.length * (1 - NUMBERED) ? { slope, startMm, toleranceMm: tolerance, fits } : null;
}

/** The grid on which the numbers of the slices count the steps. */
function byNumber(points: readonly SlicePoint[], roundingMm: number): Lattice | null {
  const line = lineOfNumbers(points, (stepMm) => Math.max(accurateMm(stepMm), roundingMm));
  if (!line) return null;
  const { slope, startMm, toleranceMm: tolerance, fits } = line;
  const steps = points.map(({ mm, number }, at) =>
    fits[at] ? Math.sign(slope) * number! : Math.sign(slope) * Math.round((mm - startMm) / slope),
  );
  const lowest = steps.reduce((least, step) => Math.min(least, step));
  return fitted(
    points,
    steps.map((step) => step - lowest),
    tolerance,
  );
}

function byPosition(points: readonly SlicePoint[], roundingMm: number): Lattice | null {
  const firstMm = points[0]!.mm;
  const spanMm = points.at(-1)!.mm - firstMm;
  for (let missing = 0; missing <= points.length / 2; missing += 1) {
    const stepMm = spanMm / (points.length - 1 + missing);
    const index = points.map(({ mm }) => Math.round((mm - firstMm) / stepMm));
    const isAscending = index.every((own, at) => at === 0 || own > index[at - 1]!);
    const lattice = isAscending && fitted(points, index, toleranceMm(stepMm, roundingMm, UNORDERED_STEPS));
    if (lattice) return lattice;
  }
  return null;
}

/** The grid with these indexes that fits best; null if a slice is farther from it than `tolerance`. */
function fitted(points: readonly SlicePoint[], index: readonly number[], tolerance: number): Lattice | null {
  const first = points[0]!;
  const last = points.at(-1)!;
  const stepMm = (last.mm - first.mm) / (index.at(-1)! - index[0]!);
  const isExact = points.every(
    ({ mm }, at) => Math.abs(mm - first.mm - (index[at]! - index[0]!) * stepMm) < 1e-6,
  );
  // for exact positions no line is fitted, so that the grid has no rounding errors and is the same as without missing slices
  if (isExact && index[0] === 0) return checked(points, { firstMm: first.mm, stepMm, index }, tolerance);
  const line = lineThrough(points.map(({ mm }, at) => ({ at: index[at]!, mm })));
  return checked(points, { firstMm: line.startMm, stepMm: line.slope, index }, tolerance);
}

/** The line that fits best (least squares): `mm = startMm + slope * at`. */
function lineThrough(points: readonly { at: number; mm: number }[]): { slope: number; startMm: number } {
  const meanAt = points.reduce((sum, { at }) => sum + at, 0) / points.length;
  const meanMm = points.reduce((sum, { mm }) => sum + mm, 0) / points.length;
  let products = 0;
  let squares = 0;
  for (const { at, mm } of points) {
    products += (at - meanAt) * (mm - meanMm);
    squares += (at - meanAt) ** 2;
  }
  const slope = products / squares;
  return { slope, startMm: meanMm - slope * meanAt };
}

function checked(
  points: readonly SlicePoint[],
  lattice: Omit<Lattice, 'isRounded'>,
  tolerance: number,
): Lattice | null {
  const { firstMm, stepMm, index } = lattice;
  if (!(stepMm >= SMALLEST_STEP_MM)) return null;
  const deviation = points.reduce(
    (most, { mm }, at) => Math.max(most, Math.abs(mm - firstMm - index[at]! * stepMm)),
    0,
  );
  return deviation <= tolerance ? { ...lattice, isRounded: deviation > accurateMm(stepMm) } : null;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** The weight of a source slice in one slice of the volume. */
export type Contribution = { slice: number; weight: number };

type EvenSlices = {
  count: number;
  stepMm: number;
  /** position of the first even slice along the normal */
  firstMm: number;
  /** for each source slice: the even slices to which it contributes */
  into: Contribution[][];
};

/** Steps that differ by less than this fraction are equal. */
const STEP_TOLERANCE = 0.02;
/** A step larger than this many median steps and than this many millimetres is a gap. */
const GAP_STEPS = 3.5;
const GAP_MM = 3;
/** Slices nearer than this fraction of a step are duplicates. */
const DUPLICATE_STEP = 0.05;

/**
 * Plans evenly spaced slices from source slices at the given positions (ascending, in millimetres). If the
 * steps are uneven, slices at `bin` times the median step are interpolated linearly between their two
 * neighbours; if they are even, `bin` of them are averaged. Null if there are gaps, because interpolation
 * across them would show anatomy that was not measured, or fewer than two positions.
 */
export function evenSlices(alongMm: readonly number[], bin: number): EvenSlices | null {
  const steps = alongMm.slice(1).map((mm, at) => mm - alongMm[at]!);
  const sorted = steps.filter((step) => step > 0.001).toSorted((one, other) => one - other);
  const stepMm = sorted[sorted.length >> 1];
  if (stepMm === undefined) return null;
  const isGap = (step: number) => step > stepMm * GAP_STEPS && step > GAP_MM;
  if (steps.some(isGap)) return null;
  const tolerance = Math.max(0.01, stepMm * STEP_TOLERANCE);
  if (steps.every((step) => Math.abs(step - stepMm) <= tolerance)) return binned(alongMm, stepMm, bin);
  return interpolated(alongMm, stepMm, bin);
}

function binned(alongMm: readonly number[], stepMm: number, bin: number): EvenSlices {
  const count = Math.floor(alongMm.length / bin);
  return {
    count,
    stepMm: stepMm * bin,
    firstMm: alongMm[0]! + (stepMm * (bin - 1)) / 2,
    into: alongMm.map((_, at) =>
      at < count * bin ? [{ slice: Math.floor(at / bin), weight: 1 / bin }] : [],
    ),
  };
}

function interpolated(alongMm: readonly number[], medianMm: number, bin: number): EvenSlices {
  const stepMm = medianMm * bin;
  const distinct = [...alongMm.keys()].filter(
    (at) => at === 0 || alongMm[at]! - alongMm[at - 1]! > medianMm * DUPLICATE_STEP,
  );
  const firstMm = alongMm[0]!;
  const count = Math.floor((alongMm.at(-1)! - firstMm) / stepMm + 1e-6) + 1;
  const into = alongMm.map((): Contribution[] => []);
  let below = 0;
  for (let slice = 0; slice < count; slice += 1) {
    const mm = firstMm + slice * stepMm;
    while (below < distinct.length - 2 && alongMm[distinct[below + 1]!]! <= mm) below += 1;
    const [one, other] = [distinct[below]!, distinct[below + 1]!];
    const fraction = Math.min(1, Math.max(0, (mm - alongMm[one]!) / (alongMm[other]! - alongMm[one]!)));
    if (fraction < 1) into[one]!.push({ slice, weight: 1 - fraction });
    if (fraction > 0) into[other]!.push({ slice, weight: fraction });
  }
  return { count, stepMm, firstMm, into };
}

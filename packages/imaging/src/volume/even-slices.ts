/** A slice's share of one of the volume's. */
export type Contribution = { slice: number; weight: number };

export type EvenSlices = {
  count: number;
  stepMm: number;
  /** where the first even slice lies along the normal */
  firstMm: number;
  /** for each slice that was given: into which of the even ones it goes */
  into: Contribution[][];
};

/** Steps that differ by less are the same. */
const SAME = 0.02;
/** Between slices farther apart than this many usual steps, and this many millimetres, something was lost. */
const GAP_STEPS = 3.5;
const GAP_MM = 3;
/** Nearer than this the same slice was made twice. */
const TWICE = 0.05;

/**
 * Even slices from those at the given places (in order). Uneven ones are mixed from their two neighbours; `bin` of them
 * are made one. Null when there are gaps that nothing can be put into honestly.
 */
export function evenSlices(alongMm: readonly number[], bin: number): EvenSlices | null {
  const steps = alongMm.slice(1).map((mm, at) => mm - alongMm[at]!);
  const usual = steps.filter((step) => step > 0.001).toSorted((one, other) => one - other);
  const stepMm = usual[usual.length >> 1];
  if (stepMm === undefined) return null;
  const isGap = (step: number) => step > stepMm * GAP_STEPS && step > GAP_MM;
  if (steps.some(isGap)) return null;
  const tolerance = Math.max(0.01, stepMm * SAME);
  if (steps.every((step) => Math.abs(step - stepMm) <= tolerance)) return binned(alongMm, stepMm, bin);
  return mixed(alongMm, stepMm, bin);
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

function mixed(alongMm: readonly number[], usualMm: number, bin: number): EvenSlices {
  const stepMm = usualMm * bin;
  const kept = [...alongMm.keys()].filter(
    (at) => at === 0 || alongMm[at]! - alongMm[at - 1]! > usualMm * TWICE,
  );
  const firstMm = alongMm[0]!;
  const count = Math.floor((alongMm.at(-1)! - firstMm) / stepMm + 1e-6) + 1;
  const into = alongMm.map((): Contribution[] => []);
  let below = 0;
  for (let slice = 0; slice < count; slice += 1) {
    const mm = firstMm + slice * stepMm;
    while (below < kept.length - 2 && alongMm[kept[below + 1]!]! <= mm) below += 1;
    const [one, other] = [kept[below]!, kept[below + 1]!];
    const part = Math.min(1, Math.max(0, (mm - alongMm[one]!) / (alongMm[other]! - alongMm[one]!)));
    if (part < 1) into[one]!.push({ slice, weight: 1 - part });
    if (part > 0) into[other]!.push({ slice, weight: part });
  }
  return { count, stepMm, firstMm, into };
}

import { latticeOf, type SlicePoint } from './lattice.ts';

/** The weight of a source slice in one slice of the volume. */
export type Contribution = { slice: number; weight: number };

type EvenSlices = {
  stepMm: number;
  /** position of the first even slice along the normal */
  firstMm: number;
  /** for each even slice: the source slices from which it is made; empty if it was not measured */
  from: readonly (readonly Contribution[])[];
  /** `rounded`: the steps are even, the positions rounded; `uneven`: slices were interpolated */
  spacing: 'even' | 'rounded' | 'uneven';
  /** the smallest and the largest step between slices that were interpolated; null if no slice was interpolated */
  betweenMm: readonly [number, number] | null;
  /** source slices that are not used, because another one has the same position */
  dropped: readonly number[];
};

/** A source slice; `isUsable` is false if its image cannot be read. */
type SourceSlice = SlicePoint & { isUsable: boolean };

/** Slices nearer than this fraction of a step are at one position. */
const SAME_POSITION_STEPS = 0.05;
/** An even slice is a copy of a source slice that is nearer than this fraction of a step. */
const COPY_STEPS = 0.02;
/**
 * Between uneven slices, a step this many times as large as each neighbouring step is a gap, because a missing
 * slice makes two steps into one.
 */
const GAP_RATIO = 1.9;
/** A step of more than this many median steps and more than this many millimetres is a gap too. */
const GAP_STEPS = 3.5;
const GAP_MM = 3;
/**
 * Uneven slices are interpolated at a step that is one of their small steps, but at least so large that the number
 * of slices is not more than doubled.
 */
const SMALL_STEPS = 0.1;
const MOST_SLICES = 2;

/**
 * Plans evenly spaced slices from source slices in ascending order. Source slices on an even grid are used as they
 * are, also if some are missing between them. Otherwise, each even slice is interpolated linearly between its two
 * neighbours. Even slices that were not measured have no source. Returns null if there are fewer than two positions,
 * or if the missing slices outnumber the source slices.
 */
export function evenSlices(sources: readonly SourceSlice[], roundingMm: number): EvenSlices | null {
  const lattice = latticeOf(sources, roundingMm);
  if (lattice) return onLattice(sources, lattice);
  const kept = distinctSlices(sources);
  const dropped = [...sources.keys()].filter((at) => !kept.includes(at));
  const points = kept.map((at) => sources[at]!);
  const again = dropped.length > 0 && latticeOf(points, roundingMm);
  const even = again ? onLattice(points, again) : interpolated(points);
  if (!even) return null;
  const rename = (at: number) => kept[at]!;
  const from = even.from.map((all) => all.map(({ slice, weight }) => ({ slice: rename(slice), weight })));
  return { ...even, from, dropped: [...dropped, ...even.dropped.map(rename)] };
}

type Lattice = NonNullable<ReturnType<typeof latticeOf>>;

function onLattice(sources: readonly SourceSlice[], lattice: Lattice): EvenSlices | null {
  const { firstMm, stepMm, index, isRounded } = lattice;
  const count = Math.max(...index) + 1;
  if (count > sources.length * MOST_SLICES) return null;
  const from = Array.from({ length: count }, (): Contribution[] => []);
  const dropped: number[] = [];
  for (const at of inOrderOfPreference(sources)) {
    const own = from[index[at]!]!;
    if (own.length > 0) dropped.push(at);
    else own.push({ slice: at, weight: 1 });
  }
  const usable = from.map((own) => own.filter(({ slice }) => sources[slice]!.isUsable));
  return { firstMm, stepMm, from: usable, spacing: isRounded ? 'rounded' : 'even', betweenMm: null, dropped };
}

/** Of several slices at one position, a readable one is preferred, then the one with the lowest number, then the first. */
function inOrderOfPreference(sources: readonly SourceSlice[]): number[] {
  const rank = ({ isUsable }: SourceSlice) => (isUsable ? 0 : 1);
  return [...sources.keys()].toSorted((one, other) => {
    const a = sources[one]!;
    const b = sources[other]!;
    return rank(a) - rank(b) || (a.number ?? one) - (b.number ?? other) || one - other;
  });
}

/** One slice per position, in ascending order. */
function distinctSlices(sources: readonly SourceSlice[]): number[] {
  const stepMm = medianStep(sources.map(({ mm }) => mm));
  if (stepMm === undefined) return [...sources.keys()];
  const kept: number[] = [];
  for (const at of inOrderOfPreference(sources)) {
    const isNear = (other: number) =>
      Math.abs(sources[other]!.mm - sources[at]!.mm) <= stepMm * SAME_POSITION_STEPS;
    if (!kept.some(isNear)) kept.push(at);
  }
  return kept.toSorted((one, other) => one - other);
}

function medianStep(mm: readonly number[]): number | undefined {
  const steps = mm.slice(1).map((one, at) => one - mm[at]!);
  const sorted = steps.filter((step) => step > 0.001).toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

function interpolated(all: readonly SourceSlice[]): EvenSlices | null {
  const usable = [...all.keys()].filter((at) => all[at]!.isUsable);
  const mm = usable.map((at) => all[at]!.mm);
  const steps = mm.slice(1).map((one, at) => one - mm[at]!);
  const medianMm = medianStep(mm);
  if (medianMm === undefined) return null;
  const firstMm = mm[0]!;
  const spanMm = mm.at(-1)! - firstMm;
  const small = steps.toSorted((one, other) => one - other)[Math.floor(steps.length * SMALL_STEPS)]!;
  const stepMm = Math.max(small, spanMm / (MOST_SLICES * steps.length));
  const isGap = steps.map((step, at) => {
    const beside = Math.max(steps[at - 1] ?? 0, steps[at + 1] ?? 0);
    return (beside > 0 && step >= GAP_RATIO * beside) || (step > medianMm * GAP_STEPS && step > GAP_MM);
  });
  const count = Math.floor(spanMm / stepMm + COPY_STEPS) + 1;
  let below = 0;
  const from = Array.from({ length: count }, (_, slice): Contribution[] => {
    const at = firstMm + slice * stepMm;
    while (below < mm.length - 2 && mm[below + 1]! <= at) below += 1;
    const fraction = Math.min(1, (at - mm[below]!) / steps[below]!);
    const near = (COPY_STEPS * stepMm) / steps[below]!;
    const one = usable[below]!;
    const other = usable[below + 1]!;
    if (fraction <= near) return [{ slice: one, weight: 1 }];
    if (fraction >= 1 - near) return [{ slice: other, weight: 1 }];
    if (isGap[below]) return [];
    return [
      { slice: one, weight: 1 - fraction },
      { slice: other, weight: fraction },
    ];
  });
  const measured = steps.filter((_, at) => !isGap[at]);
  const betweenMm = [Math.min(...measured), Math.max(...measured)] as const;
  return { firstMm, stepMm, from, spacing: 'uneven', betweenMm, dropped: [] };
}

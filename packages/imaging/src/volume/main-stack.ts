import type { Orientation, Vector3 } from '../dicom/elements/file.ts';
import { dot } from '../dicom/vectors.ts';
import type { LeftOut } from './alike-files.ts';
import { lineOfNumbers, median } from './lattice.ts';
import type { PositionedFrame, SeriesFrame } from './series-frame.ts';

type Stack = {
  slices: readonly PositionedFrame[];
  apart: readonly { slice: PositionedFrame; why: LeftOut }[];
};

/** At least this many slices are a stack of their own, and are shown as one; fewer slices are outliers. */
export const SMALLEST_STACK = 8;
/** At most this many slices, or this fraction of a stack, can be outliers. */
const FEW = 2;
const FEW_PARTS = 0.1;
/** A slice whose offset in its plane is larger is an outlier; smaller offsets are corrected. */
const ASIDE_MM = 1;
/** A slice that is farther than this, in steps and in millimetres, from the place of its number is at a wrong position. */
const MISPLACED_STEPS = 0.6;
const MISPLACED_MM = 0.15;
/** A larger gap, in steps and in millimetres, separates a few slices from the stack unless their numbers explain the gap. */
const FAR_STEPS = 10;
const FAR_MM = 3;
/**
 * If more than this fraction of the slices is missing, every such gap divides the stack, because `evenSlices` could not
 * fill the gaps. The fraction depends on whether the numbers of the slices explain the gaps.
 */
const MOST_MISSING = { numbered: 1, unnumbered: 0.5 };

/**
 * Divides slices into those of the largest stack and those whose positions contradict it: a few of the latter are
 * outliers, many are another stack. `slices` are in ascending order along the normal.
 */
export function mainStack(
  slices: readonly PositionedFrame[],
  orientation: Orientation,
  acquisitionOf: (slice: SeriesFrame) => number | null,
): Stack {
  const criteria = [
    (all: readonly PositionedFrame[]) => otherAcquisitions(all, acquisitionOf),
    (all: readonly PositionedFrame[]) => asideInPlane(all, orientation),
    misplacedByNumber,
    farAway,
  ];
  return criteria.reduce<Stack>(
    (stack, criterion) => {
      const found = criterion(stack.slices);
      const reasons = [...found].map(([slice, why]) => ({ slice, why }));
      return {
        slices: stack.slices.filter((slice) => !found.has(slice)),
        apart: [...stack.apart, ...reasons],
      };
    },
    { slices, apart: [] },
  );
}

type Found = ReadonlyMap<PositionedFrame, LeftOut>;

const foundAs = (slices: readonly PositionedFrame[], why: LeftOut): Found =>
  new Map(slices.map((slice) => [slice, why]));

const areFew = (count: number, all: readonly PositionedFrame[]) =>
  count <= Math.max(FEW, all.length * FEW_PARTS) && count < all.length / 2;

/**
 * Finds stacks with another Acquisition Number that overlap the largest stack. Stacks that follow each other are one
 * volume, because devices count the rotations of one scan.
 */
function otherAcquisitions(
  slices: readonly PositionedFrame[],
  acquisitionOf: (slice: SeriesFrame) => number | null,
): Found {
  const stated = slices.filter((slice) => acquisitionOf(slice) !== null);
  const acquisitions = [...Map.groupBy(stated, acquisitionOf)]
    .toSorted(([one, a], [other, b]) => b.length - a.length || one! - other!)
    .map(([, own]) => own);
  const [largest, ...rest] = acquisitions;
  if (!largest) return new Map();
  const further = rest.filter((own) => own.length >= SMALLEST_STACK && overlap(own, largest));
  return foundAs(further.flat(), 'acquisition');
}

/** Whether the middle parts of two ascending stacks overlap. The ends are ignored, because they may be outliers. */
function overlap(one: readonly PositionedFrame[], other: readonly PositionedFrame[]): boolean {
  const at = (all: readonly PositionedFrame[], part: number) => all[Math.round((all.length - 1) * part)]!.mm;
  return Math.max(at(one, 0.1), at(other, 0.1)) < Math.min(at(one, 0.9), at(other, 0.9));
}

/** Finds slices beside the line through the first pixels of the stack: outliers, or further stacks. */
function asideInPlane(slices: readonly PositionedFrame[], [ax, ay, az, bx, by, bz]: Orientation): Found {
  const offsets = (
    [
      [ax, ay, az],
      [bx, by, bz],
    ] as const
  ).map((axis) => besideLine(slices, axis));
  const isAside = (at: number) => offsets.some((mm) => Math.abs(mm[at]!) > ASIDE_MM);
  const aside = slices.filter((_, at) => isAside(at));
  if (aside.length === 0) return new Map();
  if (areFew(aside.length, slices)) return foundAs(aside, 'position');
  // stacks at the same heights, such as those of both joints; if there are none, the patient or the table has moved
  const places = [...Map.groupBy(slices.keys(), (at) => offsets.map((mm) => Math.round(mm[at]!)).join())]
    .map(([, own]) => own.map((at) => slices[at]!))
    .toSorted((one, other) => other.length - one.length);
  const [largest, ...rest] = places;
  if (!largest || rest.some((own) => own.length < SMALLEST_STACK || !overlap(own, largest))) return new Map();
  return foundAs(rest.flat(), 'region');
}

/** The offset of each slice along an axis of its plane, from a line that a few outliers do not change. */
function besideLine(slices: readonly PositionedFrame[], axis: Vector3): number[] {
  const points = slices.map(({ position, mm }) => ({ mm, across: dot(position, axis) }));
  const apart = points.length >> 1;
  const slopes = points
    .slice(apart)
    .map((far, at) => (far.across - points[at]!.across) / (far.mm - points[at]!.mm))
    .filter(Number.isFinite);
  const slope = slopes.length > 0 ? median(slopes) : 0;
  const offsets = points.map(({ mm, across }) => across - slope * mm);
  const middle = median(offsets);
  return offsets.map((mm) => mm - middle);
}

/**
 * Finds slices that do not lie at the place of their number, if that place is empty or the slice lies beyond all
 * others. A slice with a wrong number at a plausible position is not an outlier.
 */
function misplacedByNumber(slices: readonly PositionedFrame[]): Found {
  const line = lineOfNumbers(slices, (stepMm) => Math.max(stepMm / 2, MISPLACED_MM));
  if (!line) return new Map();
  const { slope, startMm, fits } = line;
  const fitting = slices.filter((_, at) => fits[at]);
  const numbers = new Set(fitting.map(({ number }) => number));
  const first = fitting[0]!;
  const last = fitting.at(-1)!;
  const lowest = Math.min(first.number!, last.number!);
  const highest = Math.max(first.number!, last.number!);
  const stepMm = Math.abs(slope);
  const misplaced = slices.filter(({ mm, number }, at) => {
    const offMm = Math.abs(mm - startMm - slope * number!);
    if (fits[at] || offMm <= Math.max(MISPLACED_STEPS * stepMm, MISPLACED_MM)) return false;
    const isOwnPlaceEmpty = number! > lowest && number! < highest && !numbers.has(number);
    return isOwnPlaceEmpty || mm < first.mm - 1.5 * stepMm || mm > last.mm + 1.5 * stepMm;
  });
  return areFew(misplaced.length, slices) ? foundAs(misplaced, 'position') : new Map();
}

/** Finds slices beyond a large gap. */
function farAway(slices: readonly PositionedFrame[]): Found {
  const steps = slices.slice(1).map(({ mm }, at) => mm - slices[at]!.mm);
  const stepMm = median(steps.filter((mm) => mm > 0.001));
  const runs: PositionedFrame[][] = [[]];
  let missing = 0;
  for (const [at, slice] of slices.entries()) {
    const gapMm = steps[at - 1] ?? 0;
    if (gapMm > Math.max(FAR_STEPS * stepMm, FAR_MM)) {
      runs.push([]);
      missing += gapMm / stepMm - 1;
    }
    runs.at(-1)!.push(slice);
  }
  const [, ...rest] = runs.toSorted((one, other) => other.length - one.length);
  if (rest.length === 0) return new Map();
  const reasonOf = ({ length }: PositionedFrame[]) => (length < SMALLEST_STACK ? 'position' : 'region');
  const isExplained = lineOfNumbers(slices, (step) => Math.max(step / 2, MISPLACED_MM)) !== null;
  if (missing > slices.length * MOST_MISSING[isExplained ? 'numbered' : 'unnumbered'])
    return new Map(rest.flatMap((run) => [...foundAs(run, reasonOf(run))]));
  const small = rest.filter((run) => reasonOf(run) === 'position').flat();
  return isExplained || !areFew(small.length, slices) ? new Map() : foundAs(small, 'position');
}

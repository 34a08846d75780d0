import type { LeftOut } from './alike-files.ts';
import type { evenSlices } from './even-slices.ts';
import { median } from './lattice.ts';
import { SMALLEST_STACK } from './main-stack.ts';
import type { OtherFrame, PositionedFrame, SeriesFrame } from './series-frame.ts';

/** A defect of a series, and what the volume builder does about it. */
export type VolumeNote =
  /** further files with the same SOP Instance UID, and slices at the position of another slice, are not used */
  | { code: 'duplicate-files' | 'same-position'; count: number }
  /** the layers were not measured, and are marked */
  | { code: 'missing-slices' | 'unreadable-slices'; count: number }
  /** images that are not in the volume; their numbers are given if they are few */
  | { code: 'other-images'; count: number; images: readonly LeftOutImages[] }
  /** the slices are much thinner than their step: what lies between them was not measured, or is lost */
  | { code: 'sparse-slices'; stepMm: number; thicknessMm: number }
  /** the even step was found from positions rounded to tenths of a millimetre */
  | { code: 'rounded-positions'; stepMm: number }
  /** slices were interpolated at an even step */
  | { code: 'uneven-spacing'; stepMm: number }
  /** slices were shifted back in their planes, because the gantry was tilted or for another reason */
  | { code: 'gantry-tilt'; degrees: number }
  | { code: 'shifted-slices' };

export type LeftOutImages = { why: LeftOut; count: number; numbers: number[] };

/** A smaller angle is not caused by a tilted gantry. */
const TILT_DEGREES = 0.5;

type Planned = {
  slices: readonly PositionedFrame[];
  even: NonNullable<ReturnType<typeof evenSlices>>;
  tilt: { degrees: number; extraPx: readonly [number, number] };
  isUsable: (frame: SeriesFrame) => boolean;
  copies: number;
  others: readonly OtherFrame[];
  /** as the files state them */
  thicknessesMm: readonly number[];
};

/**
 * Slices are not contiguous if their step is more than this many times their thickness. A device may leave a smaller
 * space between slices on purpose.
 */
const SPARSE = 1.9;
/** If more images are left out for one reason, their numbers are not listed. */
const MOST_NUMBERS = 5;

export function volumeNotes(planned: Planned): VolumeNote[] {
  const { slices, even, tilt, isUsable, copies, others } = planned;
  const { stepMm, spacing, dropped } = even;
  const isDropped = new Set(dropped);
  const unreadable = slices.filter((slice, at) => !isDropped.has(at) && !isUsable(slice)).length;
  const empty = even.from.filter((from) => from.length === 0).length;
  const counted = [
    { code: 'missing-slices', count: Math.max(0, empty - unreadable) },
    { code: 'unreadable-slices', count: unreadable },
    { code: 'duplicate-files', count: copies },
    { code: 'same-position', count: dropped.length < SMALLEST_STACK ? dropped.length : 0 },
  ] as const;
  const notes: VolumeNote[] = counted.filter(({ count }) => count > 0);
  if (others.length > 0)
    notes.push({ code: 'other-images', count: others.length, images: leftOutImages(others) });
  const thicknessMm = median(planned.thicknessesMm);
  if (spacing !== 'uneven' && stepMm > thicknessMm * SPARSE)
    notes.push({ code: 'sparse-slices', stepMm, thicknessMm });
  if (spacing === 'uneven') notes.push({ code: 'uneven-spacing', stepMm });
  if (spacing === 'rounded') notes.push({ code: 'rounded-positions', stepMm });
  if (tilt.extraPx.some((px) => px > 0))
    notes.push(
      tilt.degrees < TILT_DEGREES
        ? { code: 'shifted-slices' }
        : { code: 'gantry-tilt', degrees: tilt.degrees },
    );
  return notes;
}

/** The images that are not in the volume, by reason, in the order of their numbers. */
export const leftOutImages = (others: readonly OtherFrame[]): LeftOutImages[] =>
  [...Map.groupBy(others, ({ why }) => why)]
    .map(([why, frames]) => {
      const numbers = frames.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other);
      return { why, count: frames.length, first: numbers[0] ?? Infinity, numbers };
    })
    .toSorted((one, other) => one.first - other.first)
    .map(({ why, count, numbers }) => ({ why, count, numbers: count > MOST_NUMBERS ? [] : numbers }));

import type { PositionedFrame, SeriesFrame } from './choose-slices.ts';
import type { evenSlices } from './even-slices.ts';

/** A defect of a series, and what the volume builder does about it. */
export type VolumeNote =
  /** further files with the same SOP Instance UID, and slices at the position of another one, are not used */
  | { code: 'duplicate-files' | 'same-position'; count: number }
  /** the layers were not measured, and are marked */
  | { code: 'missing-slices' | 'unreadable-slices'; count: number }
  /** of another size or orientation, not in the volume */
  | { code: 'other-images'; count: number }
  /** the even step was found from positions rounded to tenths of a millimetre */
  | { code: 'rounded-positions'; stepMm: number }
  /** slices were interpolated at an even step */
  | { code: 'uneven-spacing'; stepMm: number }
  /** slices were shifted back in their planes: evenly tilted ones, and others */
  | { code: 'gantry-tilt'; degrees: number }
  | { code: 'shifted-slices' };

/** A smaller angle is not that of a gantry. */
const TILT_DEGREES = 0.5;

type Planned = {
  slices: readonly PositionedFrame[];
  even: NonNullable<ReturnType<typeof evenSlices>>;
  tilt: { degrees: number; extraPx: readonly [number, number] };
  isUsable: (frame: SeriesFrame) => boolean;
  copies: number;
  others: number;
};

export function volumeNotes({ slices, even, tilt, isUsable, copies, others }: Planned): VolumeNote[] {
  const { stepMm, spacing, dropped } = even;
  const isDropped = new Set(dropped);
  const unreadable = slices.filter((slice, at) => !isDropped.has(at) && !isUsable(slice)).length;
  const empty = even.from.filter((from) => from.length === 0).length;
  const counted = [
    { code: 'missing-slices', count: Math.max(0, empty - unreadable) },
    { code: 'unreadable-slices', count: unreadable },
    { code: 'duplicate-files', count: copies },
    { code: 'same-position', count: dropped.length },
    { code: 'other-images', count: others },
  ] as const;
  const notes: VolumeNote[] = counted.filter(({ count }) => count > 0);
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

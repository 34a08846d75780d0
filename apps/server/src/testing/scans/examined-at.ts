import type { Context } from '../../platform/context.ts';

interface Examined {
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM; null if only the day is known */
  time: string | null;
  /** how far the machine's clock is ahead of UTC, «+03:00» if it is absent */
  offset?: string;
}

/** Stores when the images of a study were taken; null if that is unknown. */
export const setExamined = async (
  { db }: Context,
  studyID: number,
  examined: Examined | null,
): Promise<void> => {
  const { day, time, offset = '+03:00' } = examined ?? { day: '', time: null };
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const known = {
    examinedAt: new Date(`${day}T${time ?? '00:00'}:00${offset}`),
    examinedOffset: (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes),
    examinedPrecision: time === null ? 'day' : 'minute',
    // processing does not change what a person has entered
    examinedSource: 'person',
  };
  const unknown = {
    examinedAt: null,
    examinedOffset: null,
    examinedPrecision: null,
    examinedSource: null,
  };
  await db
    .updateTable('studies')
    .set(examined ? known : unknown)
    .where('id', '=', studyID)
    .execute();
};

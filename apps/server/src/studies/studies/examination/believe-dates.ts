import type { DoubtfulDate, ExaminedAt } from '@snimok/contract/studies/examined-at';
import type { FileDate, Stamp } from '@snimok/imaging/dicom/dates';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

/** When the images of a study were taken. */
export interface Examination {
  /** the beginning of the day at the machine if only the day is known */
  at: Date;
  /** minutes by which the machine's clock is ahead of UTC */
  offset: number;
  precision: 'day' | 'minute';
  source: ExaminedAt['source'];
}

/** What dates in files are compared with. */
interface Circumstances {
  /** the birth date on the patient's card */
  birthday: string | null;
  uploadedAt: Date;
  /** the zone of machines that do not state their own */
  timeZone: string;
}

const MINUTE_MS = 60_000;

/** Digital X-ray sensors for dentists appeared in 1987, and were sold in larger numbers only after 1990. */
const FIRST_DAY = '1990-01-01';
/**
 * The clocks of many machines begin in 1999 or on the first day of 2000 after their battery was empty. Digital images
 * of that time are rare; a person can enter the date of a real one.
 */
const RESET_CLOCK = /^(1999-|2000-01-01$)/;

const isInCalendar = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

const isImpossible = (day: string, birthday: string | null): boolean =>
  !isInCalendar(day) || day < FIRST_DAY || RESET_CLOCK.test(day) || (birthday !== null && day < birthday);

const minutesOf = (time: string | null): number => {
  const [hours = 0, minutes = 0] = (time ?? '00:00').split(':').map(Number);
  return hours * 60 + minutes;
};

/** The instant at which a machine's clock showed a day and time. The digits are kept, also where the clock is set forward. */
export const momentOf = ({ day, time, offset }: Stamp, timeZone: string): Omit<Examination, 'source'> => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutesOf(time) * MINUTE_MS;
  const at =
    offset === null ? instantAt(day, minutesOf(time), timeZone) : new Date(wall - offset * MINUTE_MS);
  // offsets of zones had seconds until about 1920
  const minutes = offset ?? Math.ceil((wall - at.getTime()) / MINUTE_MS);
  return { at, offset: minutes, precision: time === null ? 'day' : 'minute' };
};

const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(`${one}T00:00:00Z`) - Date.parse(`${other}T00:00:00Z`)) / DAY_MS;

const differs = (one: FileDate, other: FileDate) => daysBetween(one.day, other.day) > 1;

const compareDates = (one: FileDate, other: FileDate): number => {
  const texts = [one, other].map(({ day, time }) => `${day} ${time ?? '24:00'}`) as [string, string];
  return texts[0] < texts[1] ? -1 : texts[0] > texts[1] ? 1 : 0;
};

/**
 * The earliest date of acquisition that can be true, otherwise of series, otherwise of study. An acquisition on the
 * day of the study has precedence over earlier ones, because images with earlier dates were added from another
 * examination.
 */
const chooseFrom = (believable: readonly FileDate[]): FileDate | undefined => {
  const of = (attribute: FileDate['attribute']) =>
    believable.filter((date) => date.attribute === attribute).toSorted(compareDates);
  const studies = of('study');
  const acquisitions = of('acquisition');
  const agreeing = acquisitions.find((date) => studies.some((study) => !differs(date, study)));
  return agreeing ?? acquisitions[0] ?? of('series')[0] ?? studies[0];
};

/**
 * If the chosen date has no time, adds the time of its series or study on the same day, which is from the same clock.
 */
const withTime = (chosen: FileDate, believable: readonly FileDate[]): FileDate => {
  if (chosen.time !== null) return chosen;
  const timed = (['series', 'study'] as const).flatMap((attribute) =>
    believable.filter(
      (date) => date.attribute === attribute && date.day === chosen.day && date.time !== null,
    ),
  );
  const [first] = timed;
  return first ? { ...chosen, time: first.time, offset: first.offset ?? chosen.offset } : chosen;
};

/** Decides from the dates of all images of a study when they were taken, and which dates are not believed. */
export const believeDates = (
  dates: readonly FileDate[],
  { birthday, uploadedAt, timeZone }: Circumstances,
): { examination: Examination | null; doubtful: DoubtfulDate[] } => {
  const latest = uploadedAt.getTime() + DAY_MS;
  const doubtOf = (date: FileDate): DoubtfulDate['reason'] | null => {
    if (isImpossible(date.day, birthday)) return 'impossible';
    return momentOf(date, timeZone).at.getTime() > latest ? 'future' : null;
  };
  const judged = dates.map((date) => ({ date, reason: doubtOf(date) }));
  const believable = judged.flatMap(({ date, reason }) => (reason === null ? [date] : []));
  const chosen = chooseFrom(believable);
  const doubtful = judged.flatMap(({ date, reason: found }): DoubtfulDate[] => {
    const reason = found ?? (chosen && differs(date, chosen) ? 'differs' : null);
    return reason === null ? [] : [{ attribute: date.attribute, day: date.day, reason }];
  });
  return {
    examination: chosen ? { ...momentOf(withTime(chosen, believable), timeZone), source: 'files' } : null,
    doubtful,
  };
};

import { z } from 'zod';
import { CalendarDay, Instant, Offset } from '../values/fields.ts';

/** Who says when an examination took place. What a person enters replaces everything else. */
const EXAMINED_SOURCES = ['person', 'files', 'worklist', 'booking'] as const;

/** A time of day, `HH:MM`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * When the images were taken, by the clock of the machine. The digits are shown everywhere as they are, not converted to
 * the time zone of the reader.
 */
export const ExaminedAt = z.object({
  day: CalendarDay,
  /** null if only the day is known */
  time: ClockTime.nullable(),
  /** the machine's distance from UTC at that time, `+03:00` */
  offset: z.string().regex(/^[+-]\d\d:\d\d$/),
  /** the same as an instant; the beginning of the day if only the day is known */
  instant: Instant,
  source: z.enum(EXAMINED_SOURCES),
});
export type ExaminedAt = z.infer<typeof ExaminedAt>;

/** What a person enters, as the machine's clock showed it. The time zone is the centre's. */
export const EnteredExamination = z.object({
  day: CalendarDay,
  /** null if only the day is known */
  time: ClockTime.nullable(),
});
export type EnteredExamination = z.infer<typeof EnteredExamination>;

/** Attributes of DICOM files that date the images. */
const DATE_ATTRIBUTES = ['acquisition', 'series', 'study'] as const;

/** A date in the files that is not trusted: it is impossible, lies in the future, or contradicts the others. */
export const DoubtfulDate = z.object({
  attribute: z.enum(DATE_ATTRIBUTES),
  /** as the file has it; the calendar may have no such day: `1999-13-01` */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  reason: z.enum(['impossible', 'future', 'differs']),
});
export type DoubtfulDate = z.infer<typeof DoubtfulDate>;

const russianDay = (day: string) => day.split('-').toReversed().join('.');

/** «21.11.2026» */
export const examinedDay = ({ day }: Pick<ExaminedAt, 'day'>): string => russianDay(day);

/** «21.11.2026, 13:40», or «21.11.2026» if only the day is known. */
export const examinedMoment = ({ day, time }: Pick<ExaminedAt, 'day' | 'time'>): string =>
  time === null ? russianDay(day) : `${russianDay(day)}, ${time}`;

/** `examinedAt.desc`: by creation where the examination is unknown. */
export const PatientStudiesPage = Offset.extend({
  sortedBy: z.enum(['createdAt.desc', 'examinedAt.desc']).default('createdAt.desc'),
});
export type PatientStudiesOrder = z.output<typeof PatientStudiesPage>['sortedBy'];

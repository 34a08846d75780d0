import { examinedDay, examinedMoment } from '@snimok/contract/studies/examined-at';
import { dayIn, russianDay } from '../../../platform/time-and-sizes/calendar.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { type ExaminedColumns, presentExaminedAt } from './examined-at.ts';

/** What is known about the date of a study. */
export interface DatedStudy extends ExaminedColumns {
  createdAt: Date;
}

/**
 * YYYY-MM-DD: the day on which the images were taken, or the day on which the study was created if that is unknown. For names of
 * files and comparisons, where the two need not be distinguished.
 */
export const dayOfStudy = (study: DatedStudy, timeZone: string): string =>
  presentExaminedAt(study)?.day ?? dayIn(timeZone, study.createdAt);

/** «21.11.2026», or «загружено 22.11.2026» if it is unknown when the images were taken. */
export const studyDayText = (study: DatedStudy, timeZone: string): string => {
  const examined = presentExaminedAt(study);
  return examined ? examinedDay(examined) : `загружено ${russianDay(dayIn(timeZone, study.createdAt))}`;
};

/** «КЛКТ от 21.11.2026», or «КЛКТ, загружено 22.11.2026» */
export const studyOfDay = (label: string, study: DatedStudy, timeZone: string): string =>
  study.examinedAt
    ? `${label} от ${studyDayText(study, timeZone)}`
    : `${label}, ${studyDayText(study, timeZone)}`;

/** Like `studyOfDay`, with a time, so that two studies of one day have different texts. */
export const studyOfMoment = (label: string, study: DatedStudy, timeZone: string): string => {
  const examined = presentExaminedAt(study);
  const uploaded = `загружено ${momentOf(study.createdAt, timeZone)}`;
  if (!examined) return `${label}, ${uploaded}`;
  const text = `${label} от ${examinedMoment(examined)}`;
  return examined.time === null ? `${text}, ${uploaded}` : text;
};

/** The fact of a printed document that dates a study. */
export const studyDateFact = (study: DatedStudy, timeZone: string): [label: string, day: string] => {
  const examined = presentExaminedAt(study);
  return examined
    ? ['Дата исследования', examinedMoment(examined)]
    : ['Загружено', russianDay(dayIn(timeZone, study.createdAt))];
};

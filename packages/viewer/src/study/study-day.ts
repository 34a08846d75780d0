import { examinedDay, examinedMoment } from '@snimok/contract/studies/examined-at';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Study } from './study.ts';
import type { ViewerHost } from './viewer-host.ts';

/** When the images of a study were taken, null if it is unknown, and when it was uploaded. */
export type DatedStudy = Pick<Study, 'createdAt' | 'examinedAt' | 'sharesDay'>;

export type DateFormats = Pick<ViewerHost, 'formatDay' | 'formatMoment'>;

/** DD.MM.YYYY of the examination, or «загружено DD.MM.YYYY» if it is unknown. */
export const dayAlone = (
  { createdAt, examinedAt }: DatedStudy,
  { formatDay }: Pick<DateFormats, 'formatDay'>,
): string => (examinedAt ? examinedDay(examinedAt) : `загружено ${formatDay(createdAt)}`);

/** `dayAlone`, with the time if the patient has another study of that day. */
export const studyDay = (study: DatedStudy, formats: DateFormats): string => {
  const { createdAt, examinedAt, sharesDay } = study;
  if (!sharesDay) return dayAlone(study, formats);
  return examinedAt ? examinedMoment(examinedAt) : `загружено ${formats.formatMoment(createdAt)}`;
};

/** «КЛКТ (3D) · 12.03.2025» */
export const studyLabel = (study: DatedStudy & Pick<Study, 'type'>, formats: DateFormats) =>
  `${STUDY_TYPES[study.type].label} · ${studyDay(study, formats)}`;

const takenAt = ({ createdAt, examinedAt }: DatedStudy): number =>
  Date.parse(examinedAt?.instant ?? createdAt);

/** Earlier examinations first, or uploads where the examination is unknown; of one time, the earlier upload. */
export const compareByTime = (one: DatedStudy, other: DatedStudy): number =>
  takenAt(one) - takenAt(other) || Date.parse(one.createdAt) - Date.parse(other.createdAt);

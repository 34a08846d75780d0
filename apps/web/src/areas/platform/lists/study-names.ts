import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';

/** The day of a study beside others of its patient; with the time, if another one is of the same day. */
export const studyDayAmong = (studies: { createdAt: string }[]) => {
  const days = studies.map(({ createdAt }) => formatDay(createdAt));
  const isRepeated = (day: string) => days.indexOf(day) !== days.lastIndexOf(day);
  return (createdAt: string): string =>
    isRepeated(formatDay(createdAt)) ? formatMoment(createdAt) : formatDay(createdAt);
};

interface NamedStudy {
  type: StudyType;
  createdAt: string;
  patientID?: number;
}

/** «КЛКТ (3D) от 21.11.2026», for the studies of one list, which may be of several patients. */
export const studyNameAmong =
  (studies: NamedStudy[]) =>
  ({ type, createdAt, patientID }: NamedStudy): string => {
    const dayOf = studyDayAmong(studies.filter((other) => other.patientID === patientID));
    return `${STUDY_TYPES[type].label} от\u00a0${dayOf(createdAt)}`;
  };

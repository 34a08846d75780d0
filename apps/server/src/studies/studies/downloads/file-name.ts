import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { type DatedStudy, dayOfStudy } from '../study-rows/study-day.ts';

interface NamedStudy extends DatedStudy {
  patientName: string;
  type: StudyType;
}

/** The file name of a download, for example `Иванов_И_И_2026-11-21_КЛКТ.zip`, with the day of the study (`dayOfStudy`). */
export const downloadName = (study: NamedStudy, timeZone: string): string =>
  `${folderName(study, timeZone)}.zip`;

/** The study's folder in a download of several studies, for example `Иванов_И_И_2026-11-21_КЛКТ`. */
export const folderName = (study: NamedStudy, timeZone: string): string => {
  const [surname = '', ...given] = study.patientName
    .replace(/[^\p{L}\p{N}\s-]/gu, ' ')
    .trim()
    .split(/\s+/u);
  const initials = given.map((name) => [...name][0] ?? '').slice(0, 3);
  const fields = [
    [...surname].slice(0, 60).join(''),
    ...initials,
    dayOfStudy(study, timeZone),
    STUDY_TYPES[study.type].shortLabel,
  ];
  return fields.filter(Boolean).join('_');
};

import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';

interface NamedStudy {
  patientName: string;
  createdAt: Date;
  type: StudyType;
}

/** The file name of a download, for example `Иванов_И_И_2026-11-21_КЛКТ.zip`. */
export const downloadName = (study: NamedStudy, timeZone: string): string =>
  `${folderName(study, timeZone)}.zip`;

/** The study's folder in a download of several studies, for example `Иванов_И_И_2026-11-21_КЛКТ`. */
export const folderName = ({ patientName, createdAt, type }: NamedStudy, timeZone: string): string => {
  const [surname = '', ...given] = patientName
    .replace(/[^\p{L}\p{N}\s-]/gu, ' ')
    .trim()
    .split(/\s+/u);
  const initials = given.map((name) => [...name][0] ?? '').slice(0, 3);
  const fields = [
    [...surname].slice(0, 60).join(''),
    ...initials,
    dayIn(timeZone, createdAt),
    STUDY_TYPES[type].shortLabel,
  ];
  return fields.filter(Boolean).join('_');
};

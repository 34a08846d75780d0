import type { StudyType } from '@snimok/contract/studies/study-types';
import { type StudyDates, studyNameAmong } from '../../platform/lists/study-names.ts';

interface NamedStudy extends StudyDates {
  studyID: number;
  type: StudyType;
}

/** Names a study as its card does; a study that is not on the current page of the list gets its number. */
export const studyNames = (studies: NamedStudy[] = []) => {
  const nameOf = studyNameAmong(studies);
  return (studyID: number): string => {
    const study = studies.find((one) => one.studyID === studyID);
    return study ? nameOf(study) : `Исследование № ${studyID}`;
  };
};

import { STUDY_TYPES, type StudyType } from '@snimok/contract/study-types';
import { studyDayAmong } from '../studies/labels.ts';

interface NamedStudy {
  studyID: number;
  type: StudyType;
  createdAt: string;
}

/** Names a study as its card does; a study that is not on the current page of the list gets its number. */
export const studyNames = (studies: NamedStudy[] = []) => {
  const dayOf = studyDayAmong(studies);
  return (studyID: number): string => {
    const study = studies.find((one) => one.studyID === studyID);
    return study
      ? `${STUDY_TYPES[study.type].label} от ${dayOf(study.createdAt)}`
      : `Исследование № ${studyID}`;
  };
};

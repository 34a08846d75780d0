import { patientPath } from '../patients/patients-list.tsx';
import { anchorOf } from './study-card.tsx';

interface StudyKeys {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/** The study on its patient's page of the assistants. */
export const studyPath = (study: StudyKeys): string => `${patientPath(study)}#${anchorOf(study.studyID)}`;

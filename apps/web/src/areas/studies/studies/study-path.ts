import { patientPath } from '../../people/patients/patients-list.tsx';

/** The id of a study's card, for URLs that point to it on the patient's page. */
export const anchorOf = (studyID: number) => `study-${studyID}`;

interface StudyKeys {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/** The URL of the study on its patient's page in the assistant area. */
export const studyPath = (study: StudyKeys): string => `${patientPath(study)}#${anchorOf(study.studyID)}`;

import { mayBeSamePerson } from '@snimok/imaging/dicom/compare-names';

/** The patient of a study's files as its device wrote them. */
export interface PatientInFiles {
  name: string | null;
  /** YYYY-MM-DD */
  birthDate: string | null;
  sex: string | null;
}

interface Card {
  name: string;
  birthday: string | null;
}

/** Whether the files name another patient than the card. Compares only what both contain. */
export const differsFromCard = (
  inFiles: Omit<PatientInFiles, 'sex'> | null,
  { name, birthday }: Card,
): boolean => {
  if (!inFiles) return false;
  if (inFiles.name !== null && !mayBeSamePerson(inFiles.name, name)) return true;
  return inFiles.birthDate !== null && birthday !== null && inFiles.birthDate !== birthday;
};

import {
  checkPatient,
  type PatientErrors,
  type PatientValues,
} from '../../people/patients/patient-fields.tsx';
import type { Kind } from '../studies/labels.ts';

export interface StudyDraft {
  doctorID: number | null;
  /** null: a new patient is created */
  patientID: number | null;
  patient: PatientValues;
  type: Kind | null;
  comment: string;
  reportRequested: boolean;
  reportQuestion: string;
}

export interface DraftErrors {
  doctor: string | null;
  existing: string | null;
  patient: PatientErrors;
  type: string | null;
}

interface Choices {
  doctors: { doctorID: number }[];
  /** undefined until the list is loaded */
  patients: { patientID: number }[] | undefined;
}

/** Checks the form for a new study (product 9.9). */
export function checkStudy(draft: StudyDraft, { doctors, patients }: Choices): DraftErrors {
  const { doctorID, patientID, patient, type } = draft;
  const hasDoctor = doctors.some((one) => one.doctorID === doctorID);
  const hasPatient =
    patientID === null || (patients?.some((one) => one.patientID === patientID) ?? patientID > 0);
  return {
    doctor: hasDoctor ? null : 'Выберите врача',
    existing: hasPatient ? null : 'Выберите существующего пациента из списка',
    patient:
      patientID === null
        ? checkPatient(patient, {
            name: 'Введите ФИО нового пациента или выберите существующего',
            sex: 'Выберите пол нового пациента',
            birthday: 'Выберите дату рождения нового пациента',
          })
        : {},
    type: type ? null : 'Выберите тип исследования',
  };
}

export const isValid = ({ doctor, existing, patient, type }: DraftErrors): boolean =>
  ![doctor, existing, type, ...Object.values(patient)].some(Boolean);

import type { Sex } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import { factsOf } from './facts.ts';
import type { PatientRow } from './queries.ts';

const commonFields = (patient: PatientRow) => ({
  ...factsOf(patient),
  patientID: patient.id,
  sex: patient.sex as z.infer<typeof Sex>,
  lastStudyCreatedAt: patient.lastStudyCreatedAt?.toISOString() ?? null,
});

export const presentPatient = (patient: PatientRow) => ({
  ...commonFields(patient),
  doctorID: patient.doctorID,
  doctorName: patient.doctorName,
  assistantCanDelete: patient.studiesCount === 0,
});

/** The owner's name is only included for a shared patient. */
export const presentToDoctor = (patient: PatientRow, readerID: number) => {
  const shared = patient.doctorID !== readerID;
  return { ...commonFields(patient), shared, ...(shared && { doctorName: patient.doctorName }) };
};

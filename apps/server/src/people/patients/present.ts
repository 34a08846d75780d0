import type { Sex } from '@snimok/contract/fields';
import type { z } from 'zod';
import type { PatientRow } from './queries.ts';

const facts = (patient: PatientRow) => ({
  patientID: patient.id,
  name: patient.name,
  sex: patient.sex as z.infer<typeof Sex>,
  birthday: patient.birthday,
  phone: patient.phone,
  lastStudyCreatedAt: patient.lastStudyCreatedAt?.toISOString() ?? null,
});

export const presentPatient = (patient: PatientRow) => ({
  ...facts(patient),
  doctorID: patient.doctorID,
  doctorName: patient.doctorName,
  assistantCanDelete: patient.studiesCount === 0,
});

/** The owner's name goes only with a patient that was shared: one's own needs none. */
export const presentToDoctor = (patient: PatientRow, readerID: number) => {
  const shared = patient.doctorID !== readerID;
  return { ...facts(patient), shared, ...(shared && { doctorName: patient.doctorName }) };
};

import { DAYS_IN_BIN } from '@snimok/contract/studies/lifecycle';
import type { StudyStatus } from '@snimok/contract/studies/studies';
import type { z } from 'zod';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { presentExaminedAt } from '../studies/study-rows/examined-at.ts';
import type { listDeletedPatientsPage, listDeletedStudiesPage } from './bin-queries.ts';

type StudyRow = Awaited<ReturnType<typeof listDeletedStudiesPage>>['rows'][number];
type PatientRow = Awaited<ReturnType<typeof listDeletedPatientsPage>>['rows'][number];

/** `deletedAt` is not null: the queries select deleted rows only. */
const deletion = ({ deletedAt, deletedBy }: { deletedAt: Date | null; deletedBy: string | null }) => {
  const since = deletedAt ?? new Date(0);
  return {
    deletedAt: since.toISOString(),
    deletedBy,
    keptUntil: after(since, DAYS_IN_BIN * DAY_MS).toISOString(),
  };
};

export const presentDeletedStudy = (study: StudyRow) => ({
  studyID: study.id,
  patientID: study.patientID,
  doctorID: study.doctorID,
  type: study.type,
  status: study.status as z.infer<typeof StudyStatus>,
  createdAt: study.createdAt.toISOString(),
  examinedAt: presentExaminedAt(study),
  comment: study.comment,
  patientName: study.patientName,
  doctorName: study.doctorName,
  patientDeleted: study.patientDeletedAt !== null,
  liveSharesCount: study.liveSharesCount ?? 0,
  ...deletion(study),
});

export const presentDeletedPatient = (patient: PatientRow) => ({
  patientID: patient.id,
  doctorID: patient.doctorID,
  name: patient.name,
  birthday: patient.birthday,
  doctorName: patient.doctorName,
  ...deletion(patient),
});

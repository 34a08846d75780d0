import type {
  FailedUpload,
  HeldStudy,
  MismatchedStudy,
  PresentPatient,
  ProcessingStudy,
  ProtestedStudy,
  SendingStudy,
} from '@snimok/contract/overview';
import type { z } from 'zod';
import { waitOf } from '../../studies/studies/present.ts';
import type {
  listDiffering,
  listFailedUploads,
  listHeld,
  listOpenProtests,
  listPresent,
  listProcessing,
  SendingRow,
  StudyFacts,
} from './queries.ts';

type RowOf<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

export const presentFacts = ({ id, patientID, doctorID, patientName, doctorName, type }: StudyFacts) => ({
  studyID: id,
  patientID,
  doctorID,
  patientName,
  doctorName,
  type,
});

export const presentPresent = (row: RowOf<typeof listPresent>): z.input<typeof PresentPatient> => ({
  ...presentFacts(row),
  arrivedAt: row.createdAt.toISOString(),
  bookedAt: row.beginsAt?.toISOString() ?? null,
  locationName: row.locationName,
});

export const presentSending = (row: SendingRow): z.input<typeof SendingStudy> => ({
  ...presentFacts(row),
  startedAt: row.startedAt.toISOString(),
  activeAt: row.activeAt.toISOString(),
  creatorName: row.senderName,
});

export const presentProcessing = (row: RowOf<typeof listProcessing>): z.input<typeof ProcessingStudy> => ({
  ...presentFacts(row),
  uploadUUID: row.uuid,
  progress: row.progress,
  ...waitOf(row.waitsFor),
});

export const presentFailed = (row: RowOf<typeof listFailedUploads>): z.input<typeof FailedUpload> => ({
  ...presentFacts(row),
  failedAt: row.failedAt.toISOString(),
  error: row.error,
});

export const presentHeld = ({
  held,
  birthday,
  ...study
}: RowOf<typeof listHeld>): z.input<typeof HeldStudy> => ({
  ...presentFacts(study),
  birthday,
  // written by studies/processing
  held: JSON.parse(held) as z.input<typeof HeldStudy>['held'],
});

export const presentMismatch = (row: RowOf<typeof listDiffering>): z.input<typeof MismatchedStudy> => ({
  ...presentFacts(row),
  doneAt: row.doneAt.toISOString(),
  birthday: row.birthday,
  nameInFiles: row.inFiles?.name ?? null,
  birthdayInFiles: row.inFiles?.birthDate ?? null,
});

export const presentProtest = (row: RowOf<typeof listOpenProtests>): z.input<typeof ProtestedStudy> => ({
  ...presentFacts(row),
  protestID: row.protestID,
  reason: row.reason,
  accountName: row.protesterName,
  createdAt: row.createdAt.toISOString(),
});

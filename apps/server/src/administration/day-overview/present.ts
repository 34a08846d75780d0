import type {
  AwaitedPatient,
  FailedUpload,
  HeldStudy,
  MismatchedStudy,
  PresentPatient,
  ProcessingStudy,
  ProtestedStudy,
  PublishedStudy,
  SendingStudy,
} from '@snimok/contract/administration/day-overview';
import type { z } from 'zod';
import { waitOf } from '../../studies/studies/present.ts';
import type { BookingRow } from '../../reception/schedule/booking-rows/booking-queries.ts';
import { presentBooking } from '../../reception/schedule/bookings/present.ts';
import type { Other } from './columns.ts';
import type {
  listAwaited,
  listDiffering,
  listFailedUploads,
  listHeld,
  listOpenProtests,
  listPresent,
  listProcessing,
  listPublished,
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

interface OfPatient {
  others: Other<StudyFacts>[];
  openBookings: BookingRow[];
}

const presentPatient = ({ others, openBookings }: OfPatient) => ({
  others: others.map(({ id, ...other }) => ({ studyID: id, ...other })),
  openBookings: openBookings.map((booking) => presentBooking(booking, undefined)),
});

export const presentPresent = (
  row: RowOf<typeof listPresent> & OfPatient,
): z.input<typeof PresentPatient> => ({
  ...presentFacts(row),
  ...presentPatient(row),
  arrivedAt: row.arrivedAt.toISOString(),
  bookedAt: row.beginsAt?.toISOString() ?? null,
  locationName: row.locationName,
});

export const presentAwaited = (row: RowOf<typeof listAwaited>): z.input<typeof AwaitedPatient> => ({
  ...presentFacts(row),
  acceptedAt: row.acceptedAt.toISOString(),
});

export const presentInterrupted = (row: SendingRow): z.input<typeof SendingStudy> => ({
  ...presentFacts(row),
  startedAt: row.startedAt.toISOString(),
  activeAt: row.activeAt.toISOString(),
  creatorName: row.senderName,
});

export const presentSending = (row: SendingRow & OfPatient): z.input<typeof SendingStudy> => ({
  ...presentInterrupted(row),
  ...presentPatient(row),
});

export const presentProcessing = (
  row: RowOf<typeof listProcessing> & OfPatient,
): z.input<typeof ProcessingStudy> => ({
  ...presentFacts(row),
  ...presentPatient(row),
  uploadUUID: row.uuid,
  progress: row.progress,
  ...waitOf(row.waitsFor),
});

export const presentPublished = (
  row: RowOf<typeof listPublished> & OfPatient,
): z.input<typeof PublishedStudy> => ({
  ...presentFacts(row),
  ...presentPatient(row),
  publishedAt: row.publishedAt.toISOString(),
});

export const presentFailed = (row: RowOf<typeof listFailedUploads>): z.input<typeof FailedUpload> => ({
  ...presentFacts(row),
  failedAt: row.failedAt.toISOString(),
  error: row.error,
});

export const presentHeld = ({
  held,
  birthday,
  sex,
  ...study
}: RowOf<typeof listHeld>): z.input<typeof HeldStudy> => ({
  ...presentFacts(study),
  birthday,
  sex,
  // written by studies/processing
  held: JSON.parse(held) as z.input<typeof HeldStudy>['held'],
});

export const presentMismatch = (row: RowOf<typeof listDiffering>): z.input<typeof MismatchedStudy> => ({
  ...presentFacts(row),
  doneAt: row.doneAt.toISOString(),
  birthday: row.birthday,
  nameInFiles: row.inFiles?.name ?? null,
  birthdayInFiles: row.inFiles?.birthDate ?? null,
  sex: row.sex,
  sexInFiles: row.inFiles?.sex ?? null,
});

export const presentProtest = (row: RowOf<typeof listOpenProtests>): z.input<typeof ProtestedStudy> => ({
  ...presentFacts(row),
  protestID: row.protestID,
  reason: row.reason,
  accountName: row.protesterName,
  createdAt: row.createdAt.toISOString(),
});

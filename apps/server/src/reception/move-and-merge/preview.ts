import { DAYS_TO_UNDO } from '@snimok/contract/reception/move-and-merge';
import { sql } from 'kysely';
import type { Sex } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import { factsOf } from '../../people/patients/facts.ts';
import type { PatientRow } from '../../people/patients/queries.ts';
import type { Tx } from '../../platform/db/client.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { compareWithCard } from '../../studies/studies/study-rows/compare-with-card.ts';
import type { PatientInFiles } from '../../studies/studies/study-rows/patient-in-files.ts';
import { countBookings, countBookingsToGive } from '../schedule/reassign-bookings.ts';
import { EXAMINED_COLUMNS, presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import { type listReassignmentsOf, startOfUndo } from './queries.ts';
import { endableShares, revisionOf, type Subject, watchersOf } from './subject.ts';

const presentCard = (patient: PatientRow) => ({
  ...factsOf(patient),
  patientID: patient.id,
  doctorID: patient.doctorID,
  doctorName: patient.doctorName,
  sex: patient.sex as z.infer<typeof Sex>,
});

const presentClient = ({ id, name }: { id: number; name: string }) => ({ doctorID: id, name });

const listStudies = (db: Tx, studyIDs: readonly number[]) =>
  db
    .selectFrom('studies')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .select([
      'studies.id',
      'studies.type',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.deletedAt',
      'studies.patientDiffers',
      'studies.patientConfirmation',
      'objects.patientInFiles',
    ])
    .select((study) =>
      study
        .exists(
          study
            .selectFrom('uploads')
            .select('uploads.uuid')
            .whereRef('uploads.studyID', '=', 'studies.id')
            .where('uploads.status', '<>', 'processed'),
        )
        .as('uploading'),
    )
    .where(sql<boolean>`studies.id = any(${studyIDs}::bigint[])`)
    .orderBy(sql`coalesce(studies.examined_at, studies.created_at)`, 'desc')
    .orderBy('studies.id', 'desc')
    .execute();

type StudyRow = Awaited<ReturnType<typeof listStudies>>[number];

/** Whether the study will be marked as differing. The move of a patient keeps the marks, and a merge keeps confirmations. */
const willDiffer = (
  { change, to }: Subject,
  { patientDiffers, patientConfirmation, patientInFiles }: StudyRow,
): boolean => {
  if (change.kind === 'patient') return patientDiffers;
  if (change.kind === 'merge' && patientConfirmation !== null) return false;
  return patientInFiles !== null && compareWithCard([patientInFiles as PatientInFiles], to) !== null;
};

const countRequests = async (db: Tx, { change, from, client }: Subject): Promise<number> => {
  if (change.kind === 'study') return 0;
  const { total } = await db
    .selectFrom('accessRequests')
    .select((request) => request.fn.countAll<number>().as('total'))
    .where('patientID', '=', from.id)
    .where('declinedAt', 'is', null)
    .$if(change.kind === 'patient', (query) => query.where('doctorID', '=', client.id))
    .executeTakeFirstOrThrow();
  return total;
};

/** The preview as the contract describes it. Changes nothing. */
export const presentPreview = async (db: Tx, subject: Subject, now: Date) => {
  const { change, from, to, client, studyIDs, links } = subject;
  const { gains, loses } = watchersOf(subject, []);
  const studies = await listStudies(db, studyIDs);
  const ofStudies = change.kind === 'study' ? studyIDs : null;
  return {
    revision: revisionOf(subject),
    from: presentCard(from),
    to: presentCard(to),
    client: presentClient(client),
    studies: studies.map((study) => ({
      studyID: study.id,
      type: study.type,
      createdAt: study.createdAt.toISOString(),
      examinedAt: presentExaminedAt(study),
      deleted: study.deletedAt !== null,
      uploading: Boolean(study.uploading),
      differs: willDiffer(subject, study),
    })),
    gains: gains.map(presentClient),
    loses: loses.map(presentClient),
    shares: endableShares(subject).map(presentClient),
    links: links.map(({ uuid, studyID, kind, email, expiresAt, clientID }) => ({
      // a doctor's link ends when its client no longer has the patient (`isOpen`)
      ends: (change.kind === 'study' && kind === 'patient') || (clientID !== null && clientID !== client.id),
      shareUUID: uuid,
      studyID,
      email,
      expiresAt: expiresAt.toISOString(),
    })),
    requestsCount: await countRequests(db, subject),
    bookingsCount:
      change.kind === 'patient'
        ? await countBookingsToGive(db, { patientID: from.id, doctorID: from.doctorID, now })
        : await countBookings(db, from.id, ofStudies),
  };
};

type Row = Awaited<ReturnType<typeof listReassignmentsOf>>[number];

export const presentReassignment = (row: Row, now: Date) => {
  const canUndo = row.undoneAt === null && row.createdAt > startOfUndo(now);
  return {
    reassignmentID: row.id,
    kind: row.kind as 'study' | 'patient' | 'merge',
    createdAt: row.createdAt.toISOString(),
    creatorName: row.creatorName,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneByName,
    undoUntil: canUndo ? after(row.createdAt, DAYS_TO_UNDO * DAY_MS).toISOString() : null,
    from: { patientID: row.sourceID, name: row.sourceName, doctorName: row.sourceDoctorName },
    to: { patientID: row.targetID, name: row.targetName, doctorName: row.targetDoctorName },
    study:
      row.studyID !== null && row.studyType !== null && row.studyCreatedAt !== null
        ? {
            studyID: row.studyID,
            type: row.studyType,
            createdAt: row.studyCreatedAt.toISOString(),
            examinedAt: presentExaminedAt(row),
          }
        : null,
  };
};

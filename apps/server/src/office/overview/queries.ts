import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { PatientInFiles } from '../../studies/studies/patient-in-files.ts';
import { inState, newestUpload } from '../../studies/studies/study-state.ts';

/** Each query returns at most `limit` rows, and with each of them the number of all rows as `total`. */
const studies = (db: Tx, who: Actor) =>
  db
    .selectFrom('studies')
    .select([
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'studies.doctorName',
      'studies.type',
    ])
    .select((study) => study.fn.countAll<number>().over().as('total'))
    .where(visibleStudies(who));

export type StudyFacts = Omit<Awaited<ReturnType<ReturnType<typeof studies>['execute']>>[number], 'total'>;

/** Studies created within a time that wait for their first upload. */
export const listPresent = (db: Tx, who: Actor, { from, to }: { from: Date; to: Date }, limit: number) =>
  studies(db, who)
    .leftJoin('bookings', 'bookings.studyID', 'studies.id')
    .leftJoin('locations', 'locations.id', 'bookings.locationID')
    .select(['studies.createdAt', 'bookings.beginsAt', 'locations.name as locationName'])
    .where('studies.createdAt', '>=', from)
    .where('studies.createdAt', '<', to)
    .where(inState('waits-for-files'))
    .where('studies.restored', '=', false)
    .orderBy('studies.createdAt')
    .orderBy('studies.id')
    .limit(limit)
    .execute();

/** The one upload of a study that has not ended; an index has these. */
const isOpen = sql<SqlBool>`uploads.status <> 'processed'`;

/** When files were last registered or bytes arrived. */
const activeAt = sql<Date>`coalesce(uploads.active_at, uploads.created_at)`;

const sending = (db: Tx, who: Actor) =>
  studies(db, who)
    .innerJoin('uploads', 'uploads.studyID', 'studies.id')
    .innerJoin('accounts as sender', 'sender.id', 'uploads.creatorID')
    .select(['uploads.uuid as uploadUUID', 'uploads.createdAt as startedAt', activeAt.as('activeAt')])
    .select('sender.name as senderName')
    .where(isOpen)
    .where(inState('uploading'));

export type SendingRow = Awaited<ReturnType<typeof listUploading>>[number];

export const listUploading = (db: Tx, who: Actor, activeSince: Date, limit: number) =>
  sending(db, who)
    .where(activeAt, '>=', activeSince)
    .orderBy('startedAt')
    .orderBy('studies.id')
    .limit(limit)
    .execute();

/** Uploads of which nothing has arrived since `activeSince`, the latest first. */
export const listInterrupted = (db: Tx, who: Actor, activeSince: Date, limit: number) =>
  sending(db, who)
    .where(activeAt, '<', activeSince)
    .orderBy('activeAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

export const listProcessing = (db: Tx, who: Actor, limit: number) =>
  studies(db, who)
    .innerJoin('uploads', 'uploads.studyID', 'studies.id')
    .select(['uploads.uuid', 'uploads.progress', 'uploads.waitsFor'])
    .where(isOpen)
    .where(inState('processing'))
    .orderBy('uploads.completedAt')
    .orderBy('studies.id')
    .limit(limit)
    .execute();

/** Completed uploads that wait for a decision about their patient, the oldest first. */
export const listHeld = (db: Tx, who: Actor, limit: number) =>
  studies(db, who)
    .innerJoin('uploads', 'uploads.studyID', 'studies.id')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select(['patients.birthday'])
    .select((upload) => [upload.ref('uploads.held').$notNull().as('held')])
    .where(isOpen)
    .where(inState('held'))
    .orderBy('uploads.completedAt')
    .orderBy('studies.id')
    .limit(limit)
    .execute();

/** Studies in work whose newest upload failed, the latest first. */
export const listFailedUploads = (db: Tx, who: Actor, since: Date, limit: number) =>
  studies(db, who)
    .innerJoin('uploads', 'uploads.studyID', 'studies.id')
    .select((upload) => [
      upload.ref('uploads.error').$notNull().as('error'),
      upload.ref('uploads.processedAt').$notNull().as('failedAt'),
    ])
    .where('uploads.error', 'is not', null)
    .where('uploads.processedAt', '>', since)
    .where(inState('failed'))
    .where('uploads.uuid', '=', newestUpload().select('uploads.uuid'))
    .orderBy('uploads.processedAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

/** Studies whose files named another patient when they were published, the latest first. */
export const listDiffering = (db: Tx, who: Actor, since: Date, limit: number) =>
  studies(db, who)
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .select(['patients.birthday', 'patients.sex'])
    .select((study) => [
      study.ref('studies.doneAt').$notNull().as('doneAt'),
      // written by studies/processing, after validation of the header
      study.ref('objects.patientInFiles').$castTo<PatientInFiles | null>().as('inFiles'),
    ])
    .where('studies.patientDiffers', '=', true)
    .where('studies.doneAt', '>', since)
    .orderBy('studies.doneAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

export const listOpenProtests = (db: Tx, who: Actor, limit: number) =>
  studies(db, who)
    .innerJoin('panoProtests', 'panoProtests.studyID', 'studies.id')
    .innerJoin('accounts as protester', 'protester.id', 'panoProtests.accountID')
    .select([
      'panoProtests.id as protestID',
      'panoProtests.reason',
      'panoProtests.createdAt',
      'protester.name as protesterName',
    ])
    .where('panoProtests.answeredAt', 'is', null)
    .where(inState('available'))
    .orderBy('panoProtests.createdAt', 'desc')
    .orderBy('panoProtests.id', 'desc')
    .limit(limit)
    .execute();

import { type Expression, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { PatientInFiles } from '../../studies/studies/study-rows/patient-in-files.ts';
import { inState, newestUpload } from '../../studies/studies/study-rows/study-state.ts';

const facts = (db: Tx, who: Actor) =>
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
    .where(visibleStudies(who));

/** Each row also has the number of all rows as `total`, even if the query returns fewer. */
const studies = (db: Tx, who: Actor) =>
  facts(db, who).select((study) => study.fn.countAll<number>().over().as('total'));

export type StudyFacts = Awaited<ReturnType<ReturnType<typeof facts>['execute']>>[number];

interface Hours {
  from: Date;
  to: Date;
}

const isIn = (instant: Expression<Date | null>, { from, to }: Hours) =>
  sql<SqlBool>`(${instant} >= ${from}::timestamptz and ${instant} < ${to}::timestamptz)`;

/** An assistant has accepted the referral and the patient comes later. Earlier versions recorded arrivals in bookings only. */
const isAwaitedByReferral = sql<SqlBool>`(exists (select from referrals where referrals.study_id = studies.id)
  and not exists (select from bookings where bookings.study_id = studies.id and bookings.status = 'come'))`;

/** Studies that wait for their first upload, of patients who arrived within these hours. */
export const listPresent = (db: Tx, who: Actor, hours: Hours, limit: number) =>
  facts(db, who)
    .leftJoin('bookings', (booking) =>
      booking.onRef('bookings.studyID', '=', 'studies.id').on('bookings.status', '<>', 'cancelled'),
    )
    .leftJoin('locations', 'locations.id', 'bookings.locationID')
    .select(['bookings.beginsAt', 'locations.name as locationName'])
    .select((study) =>
      study.fn.coalesce('studies.arrivedAt', 'studies.createdAt').$castTo<Date>().as('arrivedAt'),
    )
    .where(({ and, eb, not, or, ref }) =>
      or([
        isIn(ref('studies.arrivedAt'), hours),
        and([
          eb('studies.arrivedAt', 'is', null),
          isIn(ref('studies.createdAt'), hours),
          not(isAwaitedByReferral),
        ]),
      ]),
    )
    .where(inState('waits-for-files'))
    .where('studies.restored', '=', false)
    .orderBy('arrivedAt')
    .orderBy('studies.id')
    .limit(limit)
    .execute();

/** Studies of referrals that were accepted after `since`, whose patients have no booking and have not come today. */
export const listAwaited = (
  db: Tx,
  who: Actor,
  { since, today }: { since: Date; today: Hours },
  limit: number,
) =>
  facts(db, who)
    .innerJoin('referrals', 'referrals.studyID', 'studies.id')
    .select((study) => study.ref('referrals.decidedAt').$notNull().as('acceptedAt'))
    .where('referrals.decidedAt', '>', since)
    .where(({ eb, or }) =>
      or([eb('studies.arrivedAt', 'is', null), eb('studies.arrivedAt', '<', today.from)]),
    )
    .where(isAwaitedByReferral)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('bookings')
            .select('bookings.id')
            .whereRef('bookings.studyID', '=', 'studies.id')
            .where('bookings.status', '=', 'booked')
            .where('bookings.missedAt', 'is', null),
        ),
      ),
    )
    .where(inState('waits-for-files'))
    .orderBy('referrals.decidedAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

/** Studies published within these hours, the latest first. A study that returns from the archive was published before. */
export const listPublished = (db: Tx, who: Actor, hours: Hours, limit: number) =>
  facts(db, who)
    .select((study) => study.ref('studies.doneAt').$notNull().as('publishedAt'))
    .where(({ ref }) => isIn(ref('studies.doneAt'), hours))
    .where(inState('available', 'archived'))
    .where('studies.restored', '=', false)
    .orderBy('studies.doneAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

/** A study has at most one upload that has not ended; an index covers these uploads. */
const isOpen = sql<SqlBool>`uploads.status <> 'processed'`;

/** When files were last registered or bytes arrived. */
const activeAt = sql<Date>`coalesce(uploads.active_at, uploads.created_at)`;

const sending = (db: Tx, who: Actor) =>
  facts(db, who)
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

/** Uploads without any arrival since `activeSince`, the latest first. */
export const listInterrupted = (db: Tx, who: Actor, activeSince: Date, limit: number) =>
  sending(db, who)
    .select((study) => study.fn.countAll<number>().over().as('total'))
    .where(activeAt, '<', activeSince)
    .orderBy('activeAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();

export const listProcessing = (db: Tx, who: Actor, limit: number) =>
  facts(db, who)
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
    .select(['patients.birthday', 'patients.sex'])
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

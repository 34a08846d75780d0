import type { Tx } from '../../platform/db/client.ts';
import { patientTables } from '../../platform/db/patient-tables.ts';
import { EXAMINED_COLUMNS } from '../../studies/studies/study-rows/examined-at.ts';

/** The studies of a patient, deleted ones included, with what the stores have of each; oldest first. */
export const listStudies = (db: Tx, patientID: number) =>
  db
    .selectFrom('studies')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .leftJoin('objectIndexes', 'objectIndexes.objectID', 'studies.objectID')
    .leftJoin('objectViews', 'objectViews.objectID', 'studies.objectID')
    .leftJoin('segmentations', 'segmentations.objectID', 'studies.objectID')
    .select([
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'studies.doctorName',
      'studies.type',
      'studies.status',
      'studies.comment',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.doneAt',
      'studies.deletedAt',
      'studies.objectID',
      'objects.key',
      'objects.place',
      'objectIndexes.objectID as indexID',
      'objectViews.key as viewKey',
      'segmentations.key as segmentationKey',
      'segmentations.result as segmentationResult',
    ])
    .where('studies.patientID', '=', patientID)
    .orderBy('studies.id')
    .execute();

export type ExportedStudy = Awaited<ReturnType<typeof listStudies>>[number];

export const listPictures = (db: Tx, objectID: string) =>
  db
    .selectFrom('objectPictures')
    .select(['size', 'key'])
    .where('objectID', '=', objectID)
    .orderBy('size')
    .execute();

export const listBookings = (db: Tx, patientID: number) =>
  db
    .selectFrom('bookings')
    .innerJoin('locations', 'locations.id', 'bookings.locationID')
    .select(['bookings.beginsAt', 'bookings.status', 'bookings.comment', 'locations.name as locationName'])
    .where('bookings.id', 'in', (booking) =>
      booking.selectFrom('bookings').select('id').where(patientTables.bookings.rowsOf(patientID)),
    )
    .orderBy('bookings.beginsAt')
    .execute();

export const listShares = (db: Tx, patientID: number) =>
  db
    .selectFrom('patientShares')
    .innerJoin('accounts', 'accounts.id', 'patientShares.doctorID')
    .select(['accounts.name', 'patientShares.createdAt'])
    .where('patientShares.patientID', '=', patientID)
    .orderBy('patientShares.createdAt')
    .execute();

export const listLinks = (db: Tx, patientID: number) =>
  db
    .selectFrom('externalShares')
    .innerJoin('studies', 'studies.id', 'externalShares.studyID')
    .select([
      'externalShares.email',
      'externalShares.createdAt',
      'externalShares.expiresAt',
      'studies.id as studyID',
    ])
    .where('studies.patientID', '=', patientID)
    .orderBy('externalShares.createdAt')
    .execute();

/** The sealed PDFs of the reports on a study. */
export const listReportDocuments = (db: Tx, studyID: number) =>
  db
    .selectFrom('studyReports')
    .select(['number', 'document'])
    .where('studyID', '=', studyID)
    .orderBy('number')
    .execute();

export const listReports = (db: Tx, patientID: number) =>
  db
    .selectFrom('studyReports')
    .innerJoin('studies', 'studies.id', 'studyReports.studyID')
    .select([
      'studyReports.studyID',
      'studyReports.number',
      'studyReports.authorName',
      'studyReports.signedAt',
      'studyReports.reason',
    ])
    .where('studies.patientID', '=', patientID)
    .orderBy('studyReports.signedAt')
    .orderBy('studyReports.reportUUID')
    .execute();

export const listMessages = (db: Tx, patientID: number) =>
  db
    .selectFrom('messages')
    .innerJoin('accounts', 'accounts.id', 'messages.authorID')
    .select(['messages.createdAt', 'messages.text', 'accounts.name'])
    .where('messages.id', 'in', (message) =>
      message.selectFrom('messages').select('id').where(patientTables.messages.rowsOf(patientID)),
    )
    .orderBy('messages.id')
    .execute();

/** A page of the history, oldest first. */
export const listEvents = (db: Tx, patientID: number, after: number, limit: number) =>
  db
    .selectFrom('auditEvents')
    .leftJoin('accounts', 'accounts.id', 'auditEvents.actorID')
    .select([
      'auditEvents.id',
      'auditEvents.at',
      'auditEvents.action',
      'auditEvents.actorKind',
      'auditEvents.studyID',
      'auditEvents.address',
      'accounts.name as actorName',
    ])
    .where(patientTables.auditEvents.rowsOf(patientID))
    .where('auditEvents.id', '>', after)
    .orderBy('auditEvents.id')
    .limit(limit)
    .execute();

import type { StudyType } from '@snimok/contract/studies/study-types';
import type { Tx } from '../../../platform/db/client.ts';
import { EXAMINED_COLUMNS } from './examined-at.ts';
import { ORIGIN_COLUMNS, type OriginValues } from './origin.ts';
import type { RequestColumns } from './report-state.ts';
import { inState } from './study-state.ts';

interface NewStudy extends Partial<RequestColumns & OriginValues> {
  isSilent?: boolean;
  patientID: number;
  doctorID: number;
  patientName: string;
  doctorName: string;
  type: StudyType;
  comment: string;
  creatorID: number;
  createdAt: Date;
}

export const insertStudy = (db: Tx, study: NewStudy) =>
  db.insertInto('studies').values(study).returning('id').executeTakeFirstOrThrow();

/**
 * Copies a study to another patient; undefined if the original is no longer available. The same statement reads the current
 * names of patient and doctor, so that none is outdated.
 */
export const insertCopy = (
  db: Tx,
  originalID: number,
  { patientID, creatorID, doneAt }: { patientID: number; creatorID: number; doneAt: Date },
) =>
  db
    .insertInto('studies')
    .columns([
      'patientID',
      'doctorID',
      'patientName',
      'doctorName',
      'type',
      'status',
      'comment',
      'creatorID',
      'createdAt',
      'doneAt',
      'objectID',
      'examinedAt',
      'examinedOffset',
      'examinedPrecision',
      'examinedSource',
      'doubtfulDates',
      'accessionNumber',
      'origin',
    ])
    .expression((eb) =>
      eb
        .selectFrom('studies')
        .innerJoin('patients', (join) => join.on('patients.id', '=', patientID))
        .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
        .select((study) => [
          'patients.id',
          'patients.doctorID',
          'patients.name as patientName',
          'accounts.name as doctorName',
          'studies.type',
          'studies.status',
          'studies.comment',
          study.val(creatorID).as('creatorID'),
          'studies.createdAt',
          study.val(doneAt).as('doneAt'),
          'studies.objectID',
          ...EXAMINED_COLUMNS,
          'studies.doubtfulDates',
          ...ORIGIN_COLUMNS,
        ])
        .where('studies.id', '=', originalID)
        .where(inState('available'))
        .where('studies.deletedAt', 'is', null)
        .forUpdate('studies'),
    )
    .returning('id')
    .executeTakeFirst();

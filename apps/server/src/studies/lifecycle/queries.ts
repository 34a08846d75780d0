import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences as ofPatients } from '../../people/patients/sentences.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { objectKey, pictureKeys } from '../objects/keys.ts';
import { lockPatientOfStudy } from '../studies/study-rows/state-queries.ts';
import { inState, placeOfObject, uploadOfStudy } from '../studies/study-rows/study-state.ts';

/** Lock order: patients, then their studies, then objects, so that transactions cannot deadlock. */
export const lockPatients = async (tx: Tx, patientIDs: number[]): Promise<void> => {
  await tx
    .selectFrom('patients')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(patientIDs)]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

export const lockPatientsOfObject = async (tx: Tx, objectID: string): Promise<void> => {
  const studies = await tx
    .selectFrom('studies')
    .select('patientID')
    .where('objectID', '=', objectID)
    .execute();
  await lockPatients(
    tx,
    studies.map(({ patientID }) => patientID),
  );
};

const selectLifecycle = (db: Tx) =>
  db
    .selectFrom('studies')
    .select(['id', 'patientID', 'doctorID', 'status', 'restored', 'doneAt', 'objectID', 'deletedAt'])
    .select([placeOfObject().as('objectPlace'), uploadOfStudy().as('upload')]);

/** Locks a study that the caller has already found by `findStudy`, which checks its visibility. */
export const lockStudy = (tx: Tx, studyID: number) =>
  selectLifecycle(tx)
    .where('id', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(ofStudies.noStudy));

/** Locks a study after the patient to whom it belongs now, also if it has been moved since the caller found it. */
export const lockStudyAndPatient = async (tx: Tx, studyID: number) => {
  await lockPatientOfStudy(tx, studyID);
  return lockStudy(tx, studyID);
};

export const lockPatient = (tx: Tx, patientID: number) =>
  tx
    .selectFrom('patients')
    .select(['id', 'doctorID', 'studiesCount', 'deletedAt'])
    .where('id', '=', patientID)
    // set while the patient is being deleted for good
    .where('erasingSince', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(ofPatients.noPatient));

/** `archived`: in the cold store, or in the bin of the warm store if there is no cold store. */
type RequiredLocation = 'warm' | 'archived' | 'none';

/** Where the studies of an object need it, including studies in the bin, which may be undeleted. */
export const findRequiredLocation = async (db: Tx, objectID: string): Promise<RequiredLocation> => {
  const { studies, unarchived } = await db
    .selectFrom('studies')
    .select((study) => [
      study.fn.countAll<number>().as('studies'),
      study.fn
        .countAll<number>()
        .filterWhere(study.not(inState('archived')))
        .as('unarchived'),
    ])
    .where('objectID', '=', objectID)
    .executeTakeFirstOrThrow();
  if (studies === 0) return 'none';
  return unarchived > 0 ? 'warm' : 'archived';
};

/** The uploads of a study. `unpublishedKeys`: what a run that failed may have written, to which no row refers. */
export const listUploadsToDiscard = async (db: Tx, studyID: number) => {
  const uploads = await db
    .selectFrom('uploads')
    .leftJoin('objects', 'objects.id', 'uploads.uuid')
    .select(['uploads.uuid', 'uploads.runID', 'objects.id as objectID'])
    .where('uploads.studyID', '=', studyID)
    .execute();
  return uploads.map(({ uuid, runID, objectID }) => ({
    uuid,
    unpublishedKeys:
      objectID === null && runID !== null
        ? [objectKey(uuid, runID), ...Object.values(pictureKeys(uuid))]
        : [],
  }));
};

/** Objects in the bin, which only a portal without a cold store has. */
export const listObjectsToPurge = (db: Tx, binnedBefore: Date, limit: number) =>
  db
    .selectFrom('objects')
    .select('id')
    .where('place', '=', 'bin')
    .where('binnedAt', '<=', binnedBefore)
    .orderBy('binnedAt')
    .limit(limit)
    .execute();

/** Never true for an object of an available study, even if the object's row is wrong. */
export const isPurgeable = async (db: Tx, objectID: string, binnedBefore: Date): Promise<boolean> => {
  const object = await db
    .selectFrom('objects')
    .select('id')
    .where('id', '=', objectID)
    .where('binnedAt', '<=', binnedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studies')
            .select('studies.id')
            .whereRef('studies.objectID', '=', 'objects.id')
            .where(inState('available')),
        ),
      ),
    )
    .executeTakeFirst();
  return object !== undefined;
};

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** Patients first, then their studies, then objects: in this order no two changes wait for each other for ever. */
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
    .select(['id', 'patientID', 'doctorID', 'status', 'restored', 'doneAt', 'objectID', 'deletedAt']);

/** The study as it is now, held for this transaction. Whether the caller sees it was asked before. */
export const lockStudy = (tx: Tx, studyID: number) =>
  selectLifecycle(tx)
    .where('id', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noStudy));

export const lockPatient = (tx: Tx, patientID: number) =>
  tx
    .selectFrom('patients')
    .select(['id', 'doctorID', 'studiesCount', 'deletedAt'])
    .where('id', '=', patientID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noPatient));

/** Where its studies want an object, those in the bin included: they may come back. */
export type RequiredLocation = 'at-hand' | 'away' | 'nowhere';

export const findRequiredLocation = async (db: Tx, objectID: string): Promise<RequiredLocation> => {
  const { studies, wanting } = await db
    .selectFrom('studies')
    .select((study) => [
      study.fn.countAll<number>().as('studies'),
      study.fn.countAll<number>().filterWhere('status', '!=', 'archived').as('wanting'),
    ])
    .where('objectID', '=', objectID)
    .executeTakeFirstOrThrow();
  if (studies === 0) return 'nowhere';
  return wanting > 0 ? 'at-hand' : 'away';
};

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

const lifeOf = (db: Tx) =>
  db
    .selectFrom('studies')
    .select(['id', 'patientID', 'doctorID', 'status', 'restored', 'doneAt', 'objectID', 'deletedAt']);

/** The study as it is now, held for this transaction. Whether the caller sees it was asked before. */
export const lockStudy = (tx: Tx, studyID: number) =>
  lifeOf(tx)
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

export type StoredObject = NonNullable<Awaited<ReturnType<typeof findStored>>>;

const stored = (db: Tx, objectID: string) =>
  db
    .selectFrom('objects')
    .select(['id', 'key', 'sizeBytes', 'sha256', 'place', 'moves'])
    .where('id', '=', objectID);

export const findStored = (db: Tx, objectID: string) => stored(db, objectID).executeTakeFirst();

/** For update, the strongest lock: a study that is being made upon this object waits too. */
export const lockStored = (tx: Tx, objectID: string) => stored(tx, objectID).forUpdate().executeTakeFirst();

/** Where its studies want an object, those in the bin included: they may come back. */
export type Wish = 'at-hand' | 'away' | 'nowhere';

export const wishOf = async (db: Tx, objectID: string): Promise<Wish> => {
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

export const updateStored = async (
  tx: Tx,
  objectID: string,
  change: { place?: string; key?: string; moves?: number; binnedAt?: Date | null },
): Promise<void> => {
  await tx.updateTable('objects').set(change).where('id', '=', objectID).execute();
};

export const setStatus = async (
  tx: Tx,
  studyID: number,
  change: { status: string; restored: boolean },
): Promise<void> => {
  await tx.updateTable('studies').set(change).where('id', '=', studyID).execute();
};

/** The studies that were waiting for their object: it is at hand again. */
export const publishRestored = (tx: Tx, objectID: string, doneAt: Date) =>
  tx
    .updateTable('studies')
    .set({ status: 'done', doneAt })
    .where('objectID', '=', objectID)
    .where('status', '=', 'in-work')
    .where('restored', '=', true)
    .returning(['id as studyID', 'patientID', 'doctorID'])
    .execute();

export const binStudy = async (tx: Tx, studyID: number, deletedAt: Date | null): Promise<void> => {
  await tx.updateTable('studies').set({ deletedAt }).where('id', '=', studyID).execute();
};

export const binPatient = async (tx: Tx, patientID: number, deletedAt: Date | null): Promise<void> => {
  await tx.updateTable('patients').set({ deletedAt }).where('id', '=', patientID).execute();
};

import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Serialises the requests that store instances of one DICOM study, until the end of the transaction. */
export const lockDicomStudy = async (tx: Tx, studyInstanceUID: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stow ${studyInstanceUID}`}, 0))`.execute(tx);
};

/** Leaves out the instances of failed uploads and deleted studies: these may be stored again. */
const received = (db: Tx, who: Actor, studyInstanceUID: string) =>
  db
    .selectFrom('receivedInstances')
    .innerJoin('uploads', 'uploads.uuid', 'receivedInstances.uploadUUID')
    .innerJoin('studies', 'studies.id', 'uploads.studyID')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .where('receivedInstances.studyInstanceUID', '=', studyInstanceUID)
    .where(({ eb, or }) => or([eb('uploads.status', '!=', 'processed'), eb('uploads.error', 'is', null)]))
    .where(visibleStudies(who));

/** The hashes of the instances that are stored already, by SOP Instance UID. */
export const listStored = async (
  db: Tx,
  who: Actor,
  studyInstanceUID: string,
  sopInstanceUIDs: string[],
): Promise<Map<string, Buffer>> => {
  const published = await listPublished(db, who, studyInstanceUID, sopInstanceUIDs);
  const rows = await received(db, who, studyInstanceUID)
    .select(['receivedInstances.sopInstanceUID', 'receivedInstances.sha256'])
    .where(sql<boolean>`received_instances.sop_instance_uid = any(${sopInstanceUIDs}::text[])`)
    .execute();
  return new Map([...published, ...rows].map(({ sopInstanceUID, sha256 }) => [sopInstanceUID, sha256]));
};

/** SQL: the hash of an instance in the index of its study object. */
const hashInIndex = sql<string>`object_indexes.entries -> object_instances.entry ->> 'sha256'`;

/** Instances in published studies, however they were sent. */
const listPublished = (db: Tx, who: Actor, studyInstanceUID: string, sopInstanceUIDs: string[]) =>
  db
    .selectFrom('studies')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .innerJoin('objectInstances', 'objectInstances.objectID', 'objects.id')
    .innerJoin('objectIndexes', 'objectIndexes.objectID', 'objects.id')
    .select(['objectInstances.sopInstanceUID', sql<Buffer>`decode(${hashInIndex}, 'hex')`.as('sha256')])
    .where('objects.studyInstanceUID', '=', studyInstanceUID)
    .where(sql<boolean>`object_instances.sop_instance_uid = any(${sopInstanceUIDs}::text[])`)
    .where(hashInIndex, 'is not', null)
    .where(visibleStudies(who))
    .execute();

/** The uploads that contain instances of this DICOM study, the latest first. */
export const listReceptions = (db: Tx, who: Actor, studyInstanceUID: string) =>
  received(db, who, studyInstanceUID)
    .distinctOn(['uploads.createdAt', 'uploads.uuid'])
    .select([
      'uploads.uuid',
      'uploads.status',
      'uploads.studyID',
      'studies.patientID',
      'studies.type',
      'studies.comment',
      'uploads.patientUnproven',
      'patients.name',
      'patients.birthday',
      'patients.sex',
    ])
    .orderBy('uploads.createdAt', 'desc')
    .orderBy('uploads.uuid')
    .execute();

export type Reception = Awaited<ReturnType<typeof listReceptions>>[number];

interface NewInstance {
  uploadUUID: string;
  sopInstanceUID: string;
  studyInstanceUID: string;
  sha256: Buffer;
  receivedAt: Date;
}

export const insertReceived = async (tx: Tx, rows: NewInstance[]): Promise<void> => {
  await tx.insertInto('receivedInstances').values(rows).execute();
};

/** When the last instance of an upload arrived; null if no instance arrived by a store request. */
export const findLastReceived = async (db: Tx, uploadUUID: string): Promise<Date | null> => {
  const { at } = await db
    .selectFrom('receivedInstances')
    .select(({ fn }) => fn.max<Date | null>('receivedAt').as('at'))
    .where('uploadUUID', '=', uploadUUID)
    .executeTakeFirstOrThrow();
  return at;
};

/** Undefined if the upload is completed or deleted. */
export const findOpenUpload = (db: Tx, uploadUUID: string) =>
  db
    .selectFrom('uploads')
    .select('studyID')
    .where('uuid', '=', uploadUUID)
    .where('status', '=', 'uploading')
    .executeTakeFirst();

import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { EXAMINED_COLUMNS } from '../../../studies/studies/study-rows/examined-at.ts';
import { inState } from '../../../studies/studies/study-rows/study-state.ts';
import { allOf, type Condition } from './text-conditions.ts';

/** Limit on the objects that are read for one DICOM study. Several may contain it, because of copies and later uploads. */
const MAX_OBJECTS = 20;

/** Visible studies whose files can be opened, joined with their objects. */
const readable = (db: Tx, who: Actor) =>
  db
    .selectFrom('studies')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .where(inState('available'))
    .where(visibleStudies(who));

const OBJECT_COLUMNS = [
  'objects.id as objectID',
  'objects.key',
  'studies.id as studyID',
  'studies.patientID',
  'studies.doctorID',
] as const;

/** The object of one study; undefined if the study is not visible or not done. */
export const findStudyObject = (db: Tx, who: Actor, studyID: number) =>
  readable(db, who).select(OBJECT_COLUMNS).where('studies.id', '=', studyID).executeTakeFirst();

/** The objects that contain files of a DICOM study, the newest study's first. */
export const listStudyObjects = (db: Tx, who: Actor, studyInstanceUID: string) =>
  readable(db, who)
    .select(OBJECT_COLUMNS)
    .where('objects.studyInstanceUID', '=', studyInstanceUID)
    .orderBy('studies.id', 'desc')
    .limit(MAX_OBJECTS)
    .execute();

export type ObjectRow = Awaited<ReturnType<typeof listStudyObjects>>[number];

/** DICOM studies. If several studies contain the same DICOM study, only the newest is selected. */
const matchingStudies = (db: Tx, who: Actor, conditions: Condition[]) => {
  const found = readable(db, who)
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select([
      'studies.id',
      'studies.patientID',
      'studies.patientName',
      'studies.doctorName',
      'studies.createdAt',
      'studies.accessionNumber',
      ...EXAMINED_COLUMNS,
      'patients.birthday',
      'patients.sex',
      'objects.id as objectID',
      'objects.studyInstanceUID',
      'objects.imageCount',
    ])
    .where('objects.studyInstanceUID', 'is not', null)
    .where(allOf(conditions));
  return db.selectFrom(found.as('found')).where(({ not, exists }) => not(exists(newerDuplicates(db, who))));
};

/** A DICOM study and the objects that contain its files. */
export interface FoundObjects {
  studyUID: string;
  objectIDs: string[];
  /** in the newest object */
  imageCount: number;
}

/** The newest first. */
export const searchStudies = (
  db: Tx,
  who: Actor,
  conditions: Condition[],
  { offset, limit }: { offset: number; limit: number },
) =>
  matchingStudies(db, who, conditions)
    .selectAll('found')
    .select(seriesCount())
    .select(modalities())
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

/** How many studies match, counted up to `most`. */
export const countStudies = async (
  db: Tx,
  who: Actor,
  conditions: Condition[],
  most: number,
): Promise<number> => {
  const counted = matchingStudies(db, who, conditions).select('found.id').limit(most);
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The newest first, each with the objects that contain its files, the newest study's first. */
export const listMatchingObjects = async (
  db: Tx,
  who: Actor,
  conditions: Condition[],
  limit: number,
): Promise<FoundObjects[]> => {
  const newest = matchingStudies(db, who, conditions)
    .select(['found.id', 'found.createdAt', 'found.studyInstanceUID', 'found.imageCount'])
    .orderBy('found.createdAt', 'desc')
    .orderBy('found.id', 'desc')
    .limit(limit);
  const objects = readable(db, who)
    .select('objects.id')
    .where('objects.studyInstanceUID', '=', sql.ref<string>('newest.studyInstanceUID'))
    .orderBy('studies.id', 'desc')
    .limit(MAX_OBJECTS);
  return db
    .selectFrom(newest.as('newest'))
    .select([
      sql<string>`newest.study_instance_uid`.as('studyUID'),
      sql<string[]>`array(${objects})`.as('objectIDs'),
      'newest.imageCount',
    ])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .execute();
};

/** Studies that contain the same DICOM study as the row of `found` and were created after it. */
const newerDuplicates = (db: Tx, who: Actor) =>
  readable(db, who)
    .select('studies.id')
    .where('objects.studyInstanceUID', '=', sql.ref<string>('found.studyInstanceUID'))
    .where('studies.id', '>', sql.ref<number>('found.id'));

const seriesCount = () =>
  sql<number>`(select count(*) from object_series s where s.object_id = found.object_id)`.as('seriesCount');
/** A study of a patient has a few; a malicious one may have one per file. */
const MAX_MODALITIES = 50;
const modalities = () =>
  sql<string[]>`array(select distinct s.modality from object_series s
    where s.object_id = found.object_id and s.modality is not null order by 1 limit ${MAX_MODALITIES})`.as(
    'modalities',
  );
export type FoundStudy = Awaited<ReturnType<typeof searchStudies>>[number];

import {
  phaseOf,
  type StudyFacts,
  type StudyStateKind,
  studyStateOf,
} from '@snimok/contract/studies/study-state';
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../../platform/db/schema.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

const study = expressionBuilder<Database, 'studies'>();

/** The upload that counts for the study: its newest one. */
export const newestUpload = () =>
  study
    .selectFrom('uploads')
    .whereRef('uploads.studyID', '=', 'studies.id')
    .orderBy('uploads.createdAt', 'desc')
    .orderBy('uploads.uuid')
    .limit(1);

export const uploadOfStudy = () =>
  jsonObjectFrom(
    newestUpload().select([
      'uploads.uuid',
      'uploads.status',
      'uploads.error',
      'uploads.progress',
      // a single word, because Kysely's camel-case plugin does not map the keys inside JSON
      'uploads.waitsFor as wait',
      'uploads.held',
    ]),
  );

export const placeOfObject = () =>
  study.selectFrom('objects').select('objects.place').whereRef('objects.id', '=', 'studies.objectID');

/**
 * Whether a restored study becomes available without a new upload, by the place of its object. `bin`, `gone`: there is
 * no cold store; `lost`: the cold store has lost the object.
 */
const COMES_BACK: Record<string, boolean> = { warm: true, cold: true, bin: false, gone: false, lost: false };

export interface StateRow {
  status: string;
  restored: boolean;
  objectPlace: string | null;
  upload: { status: string; error: string | null; held: string | null } | null;
}

/** The casts are safe: the constraints of the tables permit no other values. */
const factsOf = ({ objectPlace, ...row }: StateRow): StudyFacts => ({
  ...(row as Pick<StudyFacts, 'status' | 'restored' | 'upload'>),
  comingBack: objectPlace !== null && COMES_BACK[objectPlace] === true,
});

export const stateOf = (row: StateRow): StudyStateKind => studyStateOf(factsOf(row)).kind;

export const phaseOfRow = (row: StateRow) => phaseOf(factsOf(row));

const places = Object.keys(COMES_BACK).filter((place) => COMES_BACK[place]);

const comesBack = sql<SqlBool>`(studies.restored and exists (select from objects
  where objects.id = studies.object_id and objects.place in (${sql.join(places.map((place) => sql.lit(place)))})))`;

const stateOfUpload = newestUpload().select(
  sql<string>`case
    when uploads.status = 'uploading' then 'uploading'
    when uploads.status <> 'processed' and uploads.held is null then 'processing'
    when uploads.status <> 'processed' then 'held'
    when studies.restored and uploads.error is null then 'waits-for-files'
    else 'failed' end`.as('state'),
);

const inWorkAs = (kind: StudyStateKind) =>
  sql<SqlBool>`(studies.status = 'in-work' and not ${comesBack}
    and coalesce((${stateOfUpload}), 'waits-for-files') = ${sql.lit(kind)})`;

/** `studyStateOf` in SQL, over the rows of `studies`. Simple conditions where an index is needed. */
const CONDITIONS: Record<StudyStateKind, Expression<SqlBool>> = {
  'waits-for-files': inWorkAs('waits-for-files'),
  uploading: inWorkAs('uploading'),
  processing: inWorkAs('processing'),
  held: inWorkAs('held'),
  failed: inWorkAs('failed'),
  restoring: sql<SqlBool>`(studies.status = 'in-work' and ${comesBack})`,
  available: sql<SqlBool>`studies.status = 'done'`,
  archived: sql<SqlBool>`studies.status = 'archived'`,
};

export const inState = (...kinds: [StudyStateKind, ...StudyStateKind[]]) =>
  study.or(kinds.map((kind) => CONDITIONS[kind]));

/** The study waits for its first files, and none of them are being processed. */
export const waitsForFirstFiles = (): Expression<SqlBool> =>
  study.and([inState('waits-for-files', 'uploading', 'failed'), study('studies.restored', '=', false)]);

interface Refusal {
  archived: string;
  notDone: string;
}

const DOWNLOAD: Refusal = { archived: sentences.studyArchived, notDone: sentences.studyNotDone };
export const VIEW: Refusal = {
  archived: sentences.viewerStudyArchived,
  notDone: sentences.viewerStudyNotDone,
};

/** @throws Problem 409 with the reason why the files of the study cannot be opened */
export const requireOpen = (row: StateRow, refusal: Refusal | string = DOWNLOAD): void => {
  const phase = phaseOfRow(row);
  if (phase === 'available') return;
  if (typeof refusal === 'string') throw conflict(refusal);
  throw conflict(phase === 'archived' ? refusal.archived : refusal.notDone);
};

/**
 * The id of the object of a study that can be opened.
 * @throws Problem 409
 */
export const openObject = (
  row: StateRow & { objectID: string | null },
  refusal: Refusal = DOWNLOAD,
): string => {
  requireOpen(row, refusal);
  if (row.objectID === null) throw conflict(refusal.notDone);
  return row.objectID;
};

import type { StudyType } from '@snimok/contract/studies/study-types';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { SortField } from '@snimok/contract/studies/studies';
import type { PatientStudiesOrder, PatientStudiesPage } from '@snimok/contract/studies/examined-at';
import { sql } from 'kysely';
import type { z } from 'zod';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Actor } from '../../../platform/access/actor.ts';
import { studiesIncludingBin, visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { compiledOnce, type Placeholder } from '../../../platform/db/compiled-once.ts';
import { pinPlan } from '../../../platform/db/pinned-plans.ts';
import { counterTotal } from '../../../people/doctors/queries.ts';
import { patientSortKeys, sortKeys } from './list-queries.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { notFoundOrErasing } from '../../../people/patients/erasing.ts';
import { findPatientOrKept } from '../../../people/patients/merged-patients.ts';
import { countPatients } from '../../../people/patients/queries.ts';
import { sentences } from '../sentences.ts';
import { EXAMINED_COLUMNS } from './examined-at.ts';
import { ORIGIN_COLUMNS } from './origin.ts';
import { hasReportDraft, newestReport, requesterOfReport } from './report-state.ts';
import { uploadOfStudy } from './study-state.ts';

/** A card shows at most this many open protests of one panorama. */
const OPEN_PROTESTS = 10;

const selectStudies = (db: Tx, who: Actor) =>
  db
    .selectFrom('studies')
    .modifyFront(pinPlan)
    .innerJoin('accounts as creator', 'creator.id', 'studies.creatorID')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .leftJoin('panoramas', 'panoramas.objectID', 'studies.objectID')
    .select([
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'studies.doctorName',
      'studies.type',
      'studies.status',
      'studies.restored',
      'studies.isSilent',
      'studies.comment',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.doubtfulDates',
      ...ORIGIN_COLUMNS,
      'studies.doneAt',
      'studies.objectID',
      'studies.patientConfirmation',
      'studies.acquisition',
      'studies.reportNumber',
      'studies.reportRequestedAt',
      'studies.reportQuestion',
      'creator.name as creatorName',
      'objects.sizeBytes',
      'objects.imageCount',
      'objects.contains',
      'objects.place as objectPlace',
      'panoramas.shownArchID',
    ])
    .select((study) => [
      study
        .exists(
          study
            .selectFrom('objectPictures')
            .select('objectPictures.size')
            .whereRef('objectPictures.objectID', '=', 'studies.objectID'),
        )
        .as('hasPicture'),
      requesterOfReport().as('reportRequester'),
      newestReport().as('newestReport'),
      hasReportDraft().as('hasReportDraft'),
      jsonArrayFrom(
        study
          .selectFrom('panoProtests')
          .innerJoin('accounts as protester', 'protester.id', 'panoProtests.accountID')
          .select([
            // single words, because Kysely's camel-case plugin does not map the keys inside JSON
            'panoProtests.id',
            'protester.name',
            'panoProtests.reason',
            'panoProtests.createdAt as since',
          ])
          .whereRef('panoProtests.studyID', '=', 'studies.id')
          .where('panoProtests.answeredAt', 'is', null)
          .orderBy('panoProtests.createdAt')
          .limit(OPEN_PROTESTS),
      ).as('openProtests'),
      uploadOfStudy().as('upload'),
    ])
    .where(visibleStudies(who));

export type StudyRow = Awaited<ReturnType<typeof findStudy>>;

export const findStudy = async (db: Tx, who: Actor, studyID: number) => {
  const study = await selectStudies(db, who).where('studies.id', '=', studyID).executeTakeFirst();
  if (!study) throw await notFoundOrErasing(db, who, { studyID }, sentences.noStudy);
  return study;
};

/** Finds a doctor's study. Finds its patient first, because its 403 shows the doctor that access can be requested. */
export const findOwnStudy = async (
  db: Tx,
  who: Actor,
  { patientID, studyID }: { patientID: number; studyID: number },
): Promise<StudyRow> => {
  const patient = await findPatientOrKept(db, who, patientID);
  const study = await findStudy(db, who, studyID);
  if (study.patientID !== patient.id) throw notFound(sentences.noStudy);
  return study;
};

/** Also finds a study that is not in the bin, so that undeleting twice succeeds. */
export const findStudyToUndelete = (db: Tx, who: Actor, studyID: number) =>
  db
    .selectFrom('studies')
    .select(['studies.id', 'studies.patientID'])
    .where('studies.id', '=', studyID)
    .where(studiesIncludingBin(who))
    .executeTakeFirstOrThrow(() => notFound(sentences.noStudy));

export const findPatientIDOfStudy = async (db: Tx, studyID: number): Promise<number> => {
  const { patientID } = await db
    .selectFrom('studies')
    .select('patientID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  return patientID;
};

const studiesByID = compiledOnce((db, { who, ids }: { who: Actor; ids: Placeholder<number[]> }) =>
  selectStudies(db, who).where(sql<boolean>`studies.id = any(${ids}::bigint[])`),
);

/** The studies in the order of `ids`; a study deleted in the meantime is left out. */
export const listStudiesByID = async (db: Tx, who: Actor, ids: number[]): Promise<StudyRow[]> => {
  if (ids.length === 0) return [];
  const rows = await studiesByID(db, { who, ids });
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

type FullOrder = `${SortField} ${'asc' | 'desc'}`;

/** Has no parameters except those of `who`, so that every call can use the same plan. */
const firstStudies = compiledOnce((db, { who }: { who: Actor }, order: FullOrder) => {
  const [field, direction] = order.split(' ') as [SortField, 'asc' | 'desc'];
  const orderBy = sql`order by ${sortKeys[field]} ${sql.raw(direction)}, studies.id ${sql.raw(direction)}`;
  const ids = sql`array(select studies.id from studies where ${visibleStudies(who)} ${orderBy} limit ${sql.lit(PAGE_SIZE)})`;
  return selectStudies(db, who)
    .select(counterTotal('studies').as('totalCount'))
    .where(sql<boolean>`studies.id = any(${ids})`)
    .orderBy(sql`${sortKeys[field]} ${sql.raw(direction)}`)
    .orderBy('studies.id', direction);
});

/** The first page of all studies, and their number, in one statement and so from one snapshot. */
export const listFirstStudies = async (
  db: Tx,
  who: Actor,
  { field, direction }: { field: SortField; direction: 'asc' | 'desc' },
): Promise<{ rows: readonly StudyRow[]; totalCount: number }> => {
  const rows = await firstStudies(db, { who }, `${field} ${direction}`);
  return { rows, totalCount: rows[0]?.totalCount ?? 0 };
};

interface PatientStudies {
  who: Actor;
  patientID: Placeholder<number>;
  offset: Placeholder<number>;
  limit: Placeholder<number>;
}

const studiesOfPatient = compiledOnce((db, page: PatientStudies, order: PatientStudiesOrder) => {
  const { who, patientID, offset, limit } = page;
  return selectStudies(db, who)
    .select((outer) =>
      outer
        .selectFrom('studies')
        .select((study) => study.fn.countAll<number>().as('total'))
        .where('studies.patientID', '=', patientID)
        .where(visibleStudies(who))
        .$asScalar()
        .$notNull()
        .as('totalCount'),
    )
    .where('studies.patientID', '=', patientID)
    .orderBy(patientSortKeys[order], 'desc')
    .orderBy('studies.id', 'desc')
    .offset(offset)
    .limit(limit);
});

export const listPatientStudiesPage = async (
  db: Tx,
  who: Actor,
  patientID: number,
  { sortedBy, offset }: z.output<typeof PatientStudiesPage>,
) => {
  const page = { who, patientID, offset, limit: PAGE_SIZE };
  const rows = await studiesOfPatient(db, page, sortedBy);
  const first =
    rows[0] ?? (offset > 0 && (await studiesOfPatient(db, { ...page, offset: 0, limit: 1 }, sortedBy))[0]);
  return { rows, totalCount: first ? first.totalCount : 0 };
};

export const updateStudyComment = async (db: Tx, studyID: number, comment: string): Promise<void> => {
  await db.updateTable('studies').set({ comment }).where('id', '=', studyID).execute();
};

export const updateStudyType = async (db: Tx, studyID: number, type: StudyType): Promise<void> => {
  await db.updateTable('studies').set({ type }).where('id', '=', studyID).execute();
};

/** One query, because every assistant's page repeats it after each change. */
export const readCounters = (db: Tx, who: Actor) =>
  db
    .selectNoFrom([
      counterTotal('studies').as('studiesCount'),
      counterTotal('doctors').as('doctorsCount'),
      countPatients(db, who, { kind: 'in-work' }).$asScalar().$notNull().as('patientsInWorkCount'),
      countPatients(db, who, { kind: 'for-restore' }).$asScalar().$notNull().as('patientsInWorkRestored'),
    ])
    .modifyFront(pinPlan)
    .executeTakeFirstOrThrow();

import type { StatisticsDay, StatisticsStep } from '@snimok/contract/administration/statistics';
import { STUDY_TYPE_NAMES, type StudyType } from '@snimok/contract/studies/study-types';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import { OPENINGS } from '../../platform/audit/opened-studies.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { examinedOn, machineClock } from '../../studies/studies/study-rows/examined-days.ts';
import { EXAMINED_COLUMNS } from '../../studies/studies/study-rows/examined-at.ts';
import type { Period } from '../../studies/studies/study-rows/period.ts';

export type ByType = Record<StudyType, number>;

export interface Days {
  /** YYYY-MM-DD, both included */
  from: string;
  to: string;
}

/** A period as days and as instants of the centre's time zone. */
export interface Counted extends Period {
  days: Days;
  by: StatisticsDay;
}

const countedIn = (db: Db, who: Actor, { by, days, from, to }: Counted) => {
  const studies = db.selectFrom('studies').where(visibleStudies(who));
  return by === 'examined'
    ? studies.where(examinedOn(days))
    : studies.where('studies.createdAt', '>=', from).where('studies.createdAt', '<', to);
};

const typeCounts = STUDY_TYPE_NAMES.map((type) =>
  sql<number>`count(*) filter (where studies.type = ${type})`.as(type),
);

export const countStudies = (db: Db, who: Actor, counted: Counted): Promise<ByType> =>
  countedIn(db, who, counted).select(typeCounts).executeTakeFirstOrThrow();

/** Studies that were created in the period and whose images have no known date. */
export const countUndated = (db: Db, who: Actor, counted: Counted): Promise<ByType> =>
  countedIn(db, who, { ...counted, by: 'created' })
    .where('studies.examinedAt', 'is', null)
    .select(typeCounts)
    .executeTakeFirstOrThrow();

/** The first day of the step to which a time on a clock belongs, as `YYYY-MM-DD`. PostgreSQL's weeks begin on Monday. */
const stepOf = (clock: RawBuilder<unknown>, step: StatisticsStep) =>
  sql<string>`to_char(date_trunc(${step}, ${clock}), 'YYYY-MM-DD')`;

const clockIn = (column: string, timeZone: string) => sql`${sql.ref(column)} at time zone ${timeZone}`;

/** Counts the studies of each step; steps without a study are absent. */
export const countBySteps = (
  db: Db,
  who: Actor,
  { step, timeZone, ...counted }: Counted & { step: StatisticsStep; timeZone: string },
) =>
  countedIn(db, who, counted)
    .select(
      stepOf(counted.by === 'examined' ? machineClock : clockIn('studies.createdAt', timeZone), step).as(
        'day',
      ),
    )
    .select(typeCounts)
    .groupBy(sql`1`)
    .execute();

/** For each step the total size of the study objects that were added in it. */
export const sumAddedBySteps = (
  db: Db,
  { from, to, step, timeZone }: Period & { step: StatisticsStep; timeZone: string },
) =>
  db
    .selectFrom('objects')
    .select(stepOf(clockIn('objects.createdAt', timeZone), step).as('day'))
    .select(sql<number>`sum(size_bytes)::bigint`.as('bytes'))
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .groupBy(sql`1`)
    .execute();

export const sumStored = async (db: Db): Promise<number> => {
  const { bytes } = await db
    .selectFrom('objects')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
};

/** Counts by the client or by the account that created the studies; most studies first. */
export const countBy = (db: Db, who: Actor, counted: Counted, column: 'doctorID' | 'creatorID') =>
  countedIn(db, who, counted)
    .innerJoin('accounts', 'accounts.id', `studies.${column}`)
    .select(['accounts.id', 'accounts.name'])
    .select(typeCounts)
    .groupBy('accounts.id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();

/** Studies whose first publication is in the period. Restored studies and repeated uploads are published more than once. */
const publishedIn = (db: Db, who: Actor, { from, to }: Period) =>
  db
    .selectFrom('auditEvents as published')
    .innerJoin('studies', 'studies.id', 'published.studyID')
    .where('published.action', '=', 'study.publish')
    .where('published.at', '>=', from)
    .where('published.at', '<', to)
    // studies of an old archive were made before the import, and may have been billed
    .where('studies.isSilent', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('auditEvents as earlier')
            .select('earlier.id')
            .whereRef('earlier.studyID', '=', 'published.studyID')
            .whereRef('earlier.id', '<', 'published.id')
            .where('earlier.action', '=', 'study.publish'),
        ),
      ),
    )
    .where(visibleStudies(who));

const minutesFrom = (from: string, to: string) =>
  sql<number>`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 60`;

interface Durations {
  studies: number;
  median: number | null;
  ninthDecile: number | null;
}

const durationsOf = (minutes: string) =>
  sql<Durations>`json_build_object('studies', count(${sql.ref(minutes)}),
    'median', percentile_cont(0.5) within group (order by ${sql.ref(minutes)}),
    'ninthDecile', percentile_cont(0.9) within group (order by ${sql.ref(minutes)}))`;

/** A person of the client, or a program at its clinic, opens a study for the client. */
const CLIENTS: readonly Actor['kind'][] = ['doctor', 'receiver'];

/** What sent the files. An object has the id of the upload that brought its files; a copied study counts as sent by the page. */
const source = sql<'page' | 'program' | 'stow'>`case
  when exists (select from received_instances where upload_uuid = studies.object_id) then 'stow'
  when uploads.active_program then 'program' else 'page' end`;

const firstView = () =>
  expressionBuilder<Database & { published: Database['auditEvents'] }, 'published'>()
    .selectFrom('auditEvents as seen')
    .select('seen.at')
    .whereRef('seen.studyID', '=', 'published.studyID')
    .whereRef('seen.at', '>=', 'published.at')
    .where('seen.action', 'in', [...OPENINGS])
    .where('seen.actorKind', 'in', [...CLIENTS])
    .orderBy('seen.id')
    .limit(1)
    .as('view');

const sources = sql<Record<'page' | 'program' | 'stow', number>>`json_build_object(
  'page', count(*) filter (where source = 'page'),
  'program', count(*) filter (where source = 'program'),
  'stow', count(*) filter (where source = 'stow'))`;

/**
 * For the studies that were published in the period: how long it took to publish them, how long until the client opened
 * them, and what sent their files. This is one statement, because finding the first publications takes longest.
 */
export const measurePublished = (db: Db, who: Actor, period: Period) =>
  db
    .with(
      // materialised, because PostgreSQL would otherwise compute `source` for each of the counts
      (cte) => cte('one').materialized(),
      () =>
        publishedIn(db, who, period)
          .leftJoin('uploads', 'uploads.uuid', 'studies.objectID')
          .leftJoinLateral(firstView, (join) => join.onTrue())
          .select([
            minutesFrom('studies.createdAt', 'published.at').as('toPublication'),
            minutesFrom('published.at', 'view.at').as('toFirstView'),
            source.as('source'),
          ]),
    )
    .selectFrom('one')
    .select([
      durationsOf('toPublication').as('publication'),
      durationsOf('toFirstView').as('firstView'),
      sql<number>`count(*) - count(to_first_view)`.as('notViewed'),
      sources.as('sources'),
    ])
    .executeTakeFirstOrThrow();

export const countBilled = (db: Db, who: Actor, period: Period) =>
  publishedIn(db, who, period)
    .innerJoin('accounts', 'accounts.id', 'studies.doctorID')
    .select(['accounts.id as doctorID', 'accounts.name'])
    .select(typeCounts)
    .groupBy('accounts.id')
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();

/** The publications of the monthly list, by client and then by time. Clients with the same name are kept apart. */
export const listBilledIDs = async (
  db: Db,
  who: Actor,
  { period, doctorID }: { period: Period; doctorID?: number | undefined },
): Promise<number[]> => {
  const rows = await publishedIn(db, who, period)
    .$if(doctorID !== undefined, (query) => query.where('studies.doctorID', '=', doctorID!))
    .select('published.id')
    .orderBy(sql`studies.doctor_name collate "C"`)
    .orderBy('studies.doctorID')
    .orderBy('published.id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Some rows of the monthly list, in no order. */
export const listBilledByID = (db: Db, who: Actor, publicationIDs: number[]) =>
  db
    .selectFrom('auditEvents as published')
    .innerJoin('studies', 'studies.id', 'published.studyID')
    .select(['published.id', 'published.at as publishedAt', 'studies.id as studyID', 'studies.createdAt'])
    .select(EXAMINED_COLUMNS)
    .select(['studies.doctorName', 'studies.patientName', 'studies.type'])
    .where(sql<boolean>`published.id = any(${publicationIDs}::bigint[])`)
    .where(visibleStudies(who))
    .execute();

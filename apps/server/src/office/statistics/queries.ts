import type { StatisticsStep } from '@snimok/contract/statistics';
import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import { OPENINGS } from '../../platform/audit/opened-studies.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Period } from '../../studies/studies/period.ts';

export interface ByType {
  rg: number;
  cbct: number;
}

const createdIn = (db: Db, who: Actor, { from, to }: Period) =>
  db
    .selectFrom('studies')
    .where(visibleStudies(who))
    .where('studies.deletedAt', 'is', null)
    .where('studies.createdAt', '>=', from)
    .where('studies.createdAt', '<', to);

const typeCounts = [
  sql<number>`count(*) filter (where studies.type = 'rg')`.as('rg'),
  sql<number>`count(*) filter (where studies.type = 'cbct')`.as('cbct'),
] as const;

export const countCreated = (db: Db, who: Actor, period: Period): Promise<ByType> =>
  createdIn(db, who, period).select(typeCounts).executeTakeFirstOrThrow();

/** The first day of the step to which an instant belongs, as `YYYY-MM-DD` in the time zone. PostgreSQL's weeks begin on Monday. */
const stepOf = (column: string, step: StatisticsStep, timeZone: string) =>
  sql<string>`to_char(date_trunc(${step}, ${sql.ref(column)} at time zone ${timeZone}), 'YYYY-MM-DD')`;

/** Only steps with a study. */
export const countCreatedBySteps = (
  db: Db,
  who: Actor,
  { step, timeZone, ...period }: Period & { step: StatisticsStep; timeZone: string },
) =>
  createdIn(db, who, period)
    .select(stepOf('studies.createdAt', step, timeZone).as('day'))
    .select(typeCounts)
    .groupBy(sql`1`)
    .execute();

/** Of each step the bytes of the study objects that were added in it. */
export const sumAddedBySteps = (
  db: Db,
  { from, to, step, timeZone }: Period & { step: StatisticsStep; timeZone: string },
) =>
  db
    .selectFrom('objects')
    .select(stepOf('objects.createdAt', step, timeZone).as('day'))
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

/** By client or by the account that created them, most studies first. */
export const countCreatedBy = (db: Db, who: Actor, period: Period, column: 'doctorID' | 'creatorID') =>
  createdIn(db, who, period)
    .innerJoin('accounts', 'accounts.id', `studies.${column}`)
    .select(['accounts.id', 'accounts.name'])
    .select(typeCounts)
    .groupBy('accounts.id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();

/**
 * Studies whose first publication lies in the period; a study that is restored or uploaded again is published more than once.
 * @param doctorID only those of this client
 */
const publishedIn = (db: Db, who: Actor, { from, to }: Period) =>
  db
    .selectFrom('auditEvents as published')
    .innerJoin('studies', 'studies.id', 'published.studyID')
    .where('published.action', '=', 'study.publish')
    .where('published.at', '>=', from)
    .where('published.at', '<', to)
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
    .where(visibleStudies(who))
    .where('studies.deletedAt', 'is', null);

const minutesFrom = (from: string, to: string) =>
  sql<number>`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 60`;

const durations = (column: string) => [
  sql<number>`count(${sql.ref(column)})`.as('studies'),
  sql<number | null>`percentile_cont(0.5) within group (order by ${sql.ref(column)})`.as('median'),
  sql<number | null>`percentile_cont(0.9) within group (order by ${sql.ref(column)})`.as('ninthDecile'),
];

export const measurePublication = (db: Db, who: Actor, period: Period) =>
  db
    .selectFrom(
      publishedIn(db, who, period)
        .select(minutesFrom('studies.createdAt', 'published.at').as('minutes'))
        .as('one'),
    )
    .select(durations('one.minutes'))
    .executeTakeFirstOrThrow();

/** The client opens a study by its people or by a program at its clinic. */
const CLIENTS: readonly Actor['kind'][] = ['doctor', 'receiver'];

export const measureFirstView = (db: Db, who: Actor, period: Period) =>
  db
    .selectFrom(
      publishedIn(db, who, period)
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('auditEvents as seen')
              .select('seen.at')
              .whereRef('seen.studyID', '=', 'published.studyID')
              .whereRef('seen.at', '>=', 'published.at')
              .where('seen.action', 'in', [...OPENINGS])
              .where('seen.actorKind', 'in', [...CLIENTS])
              .orderBy('seen.id')
              .limit(1)
              .as('view'),
          (join) => join.onTrue(),
        )
        .select(minutesFrom('published.at', 'view.at').as('minutes'))
        .as('one'),
    )
    .select(durations('one.minutes'))
    .select(sql<number>`count(*) - count(one.minutes)`.as('notViewed'))
    .executeTakeFirstOrThrow();

/** A study's object has the id of the upload that brought its files; a copied study has none of its own and counts as sent by the page. */
export const countSources = (db: Db, who: Actor, period: Period) =>
  db
    .selectFrom(
      publishedIn(db, who, period)
        .leftJoin('uploads', 'uploads.uuid', 'studies.objectID')
        .select(
          sql<string>`case
            when exists (select from received_instances where upload_uuid = studies.object_id) then 'stow'
            when uploads.active_program then 'program' else 'page' end`.as('source'),
        )
        .as('one'),
    )
    .select([
      sql<number>`count(*) filter (where one.source = 'page')`.as('page'),
      sql<number>`count(*) filter (where one.source = 'program')`.as('program'),
      sql<number>`count(*) filter (where one.source = 'stow')`.as('stow'),
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

interface BilledAfter {
  doctorName: string;
  doctorID: number;
  publishedID: number;
}

/** A page of the monthly list: by client, also of two with the same name, then by publication. */
export const listBilled = (
  db: Db,
  who: Actor,
  {
    period,
    doctorID,
    after,
    limit,
  }: { period: Period; doctorID?: number | undefined; after?: BilledAfter; limit: number },
) =>
  publishedIn(db, who, period)
    .$if(doctorID !== undefined, (query) => query.where('studies.doctorID', '=', doctorID!))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(studies.doctor_name collate "C", studies.doctor_id, published.id) > (${after!.doctorName} collate "C", ${after!.doctorID}, ${after!.publishedID})`,
      ),
    )
    .select([
      ...([
        'studies.doctorName',
        'studies.doctorID',
        'studies.patientName',
        'studies.type',
        'studies.createdAt',
      ] as const),
      ...(['published.id as publishedID', 'published.at as publishedAt', 'studies.id as studyID'] as const),
    ])
    .orderBy(sql`studies.doctor_name collate "C"`)
    .orderBy('studies.doctorID')
    .orderBy('published.id')
    .limit(limit)
    .execute();

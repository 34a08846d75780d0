import type { AuditAction } from '@snimok/contract/administration/history-labels';
import { GROUPED_TIMES } from '@snimok/contract/administration/history';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** The link that the action concerns; records have ids only. */
const shareOf = sql<string>`(audit_events.details ->> 'shareUUID')::uuid`;

/** The client who got a copy or access, or one of the two clients between whom the patient was moved. */
const clientOf = sql<number>`coalesce(audit_events.details ->> 'toDoctorID', audit_events.details ->> 'withDoctorID',
  audit_events.details ->> 'fromDoctorID')::bigint`;

const events = (db: Tx) =>
  db
    .selectFrom('auditEvents')
    .leftJoin('accounts as actor', 'actor.id', 'auditEvents.actorID')
    // the details name a token; the column `actorID` is for accounts
    .leftJoin('apiTokens as token', (join) =>
      join
        .on('auditEvents.actorKind', '=', 'token')
        .on('token.id', '=', sql<number>`(audit_events.details ->> 'tokenID')::bigint`),
    )
    .leftJoin('externalShares as share', (join) => join.on('share.uuid', '=', shareOf))
    .leftJoin('endedShares as ended', (join) => join.on('ended.shareUUID', '=', shareOf))
    .leftJoin('accounts as client', (join) => join.on('client.id', '=', clientOf))
    .select([
      'auditEvents.id',
      'auditEvents.at',
      'auditEvents.actorKind',
      'auditEvents.action',
      'auditEvents.studyID',
      'auditEvents.address',
      'auditEvents.details',
      sql<string | null>`coalesce(token.name, actor.name)`.as('actorName'),
      // empty if a link for a patient was not sent
      sql<string | null>`nullif(coalesce(share.email, ended.email), '')`.as('recipient'),
      'share.kind as shareKind',
      'share.texted as isTexted',
      'client.name as clientName',
    ]);

export type EventRow = Awaited<ReturnType<typeof listPatientEvents>>['rows'][number];

/** Audit events of patients and their studies, newest first. */
export const listPatientEvents = async (
  db: Tx,
  patientIDs: readonly number[],
  offset: number,
  limit: number,
) => {
  const [rows, { total }] = await Promise.all([
    events(db)
      .where('auditEvents.patientID', 'in', patientIDs)
      .orderBy('auditEvents.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('auditEvents')
      .select((event) => event.fn.countAll<number>().as('total'))
      .where('patientID', 'in', patientIDs)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

/**
 * Actions of others on an account, and actions of its owner, such as signing in; newest first. The index
 * audit_events_of_account has the same conditions.
 */
export const listAccountEvents = async (db: Tx, accountID: number, offset: number, limit: number) => {
  const ofAccount = sql<boolean>`coalesce(audit_events.doctor_id, audit_events.actor_id) = ${accountID}
    and (audit_events.action like 'account.%' or audit_events.action like 'staff.%')`;
  const [rows, { total }] = await Promise.all([
    events(db).where(ofAccount).orderBy('auditEvents.id', 'desc').offset(offset).limit(limit).execute(),
    db
      .selectFrom('auditEvents')
      .select((event) => event.fn.countAll<number>().as('total'))
      .where(ofAccount)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

/** Open pages repeat these actions each time they refresh. */
const VIEWS: AuditAction[] = ['patient.see', 'study.view', 'share.open'];

/** The actions that show a person the images or data of a patient. */
export const SEEN: AuditAction[] = [...VIEWS, 'study.download', 'study.report', 'share.download'];

interface Grouped {
  patientIDs: readonly number[];
  timeZone: string;
  /** all if absent */
  actions?: AuditAction[];
}

/** Views of one day of the centre that differ only in their time form one group; every other event is its own group. */
const groupsOf = ({ patientIDs, timeZone, actions }: Grouped) => sql`
  select max(id) as id, count(*) as count, min(at) as first_at,
    (array_agg(at order by id desc))[1:${sql.lit(GROUPED_TIMES)}] as times
  from audit_events
  where patient_id = any(${patientIDs}::bigint[]) and (${actions ?? null}::text[] is null or action = any(${actions ?? null}))
  group by case when action = any(${VIEWS}) then null else id end,
    action, actor_kind, actor_id, study_id, address, details, (at at time zone ${timeZone})::date`;

export interface Group {
  id: number;
  count: number;
  firstAt: Date;
  times: Date[];
}

/** Like `listPatientEvents`, but with repeated views as one event, so that they do not fill a page. */
export const listGroupedEvents = async (db: Tx, of: Grouped, offset: number, limit: number) => {
  const groups = groupsOf(of);
  const [page, counted] = await Promise.all([
    sql<Group>`select * from (${groups}) groups order by id desc offset ${offset} limit ${limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from (${groups}) groups`.execute(db),
  ]);
  const byID = new Map(page.rows.map((group) => [group.id, group]));
  const rows =
    byID.size === 0
      ? []
      : await events(db)
          .where('auditEvents.id', 'in', [...byID.keys()])
          .orderBy('auditEvents.id', 'desc')
          .execute();
  return {
    rows: rows.map((row) => ({ ...row, group: byID.get(row.id) })),
    totalCount: counted.rows[0]?.total ?? 0,
  };
};

/** The ids of all audit events of patients, newest first. */
export const listPatientEventIDs = async (db: Tx, patientIDs: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('auditEvents')
    .select('id')
    .where('patientID', 'in', patientIDs)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
};

export const listEventsByID = (db: Tx, ids: number[]) =>
  events(db).where('auditEvents.id', 'in', ids).execute();

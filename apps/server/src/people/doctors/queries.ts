import type { ClientSortField } from '@snimok/contract/doctors';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { pinPlan } from '../../platform/db/pinned-plans.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** Doctors are the centre's clients: the accounts with that role. */
const doctors = (db: Tx) => db.selectFrom('accounts').where('accounts.role', '=', 'doctor');
export const RUSSIAN_COLLATION = sql.raw('"ru-RU-x-icu"');
/** Russian alphabetical order: ё after е, case-insensitive. */
const byName = sql`accounts.name collate ${RUSSIAN_COLLATION}`;
const columns = ['accounts.id', 'accounts.name', 'accounts.email', 'accounts.featureFlags'] as const;

interface ClientOrder {
  field: ClientSortField;
  direction: 'asc' | 'desc';
}

/** The sort expressions of the indexes in 0001_accounts.sql and 0039_client_totals.sql, each with the id that follows it. */
const sortKeys: Record<ClientSortField, [key: RawBuilder<unknown>, id: RawBuilder<unknown>]> = {
  name: [byName, sql`accounts.id`],
  patientsCount: [sql`totals.patients_count`, sql`totals.doctor_id`],
  studiesCount: [sql`totals.studies_count`, sql`totals.doctor_id`],
  lastActivityAt: [sql`activity.active_at`, sql`activity.doctor_id`],
};
const directions = { asc: sql`asc nulls first`, desc: sql`desc nulls last` };

/** Triggers keep a row of totals and of activity for each doctor. */
export const listDoctorsPage = (
  db: Tx,
  { field, direction }: ClientOrder,
  { offset, limit }: { offset: number; limit: number },
) => {
  const [key, id] = sortKeys[field];
  // no column accepts nulls but the time of the last activity, so only its index is declared with their place
  const order = field === 'lastActivityAt' ? directions[direction] : sql.raw(direction);
  return doctors(db)
    .innerJoin('clientTotals as totals', 'totals.doctorID', 'accounts.id')
    .innerJoin('clientActivity as activity', 'activity.doctorID', 'accounts.id')
    .select([...columns, 'totals.patientsCount', 'totals.studiesCount', 'activity.activeAt'])
    .orderBy(sql`${key} ${order}`)
    .orderBy(sql`${id} ${sql.raw(direction)}`)
    .offset(offset)
    .limit(limit)
    .execute();
};

export const countDoctors = async (db: Tx): Promise<number> => {
  const { total } = await db
    .selectNoFrom(counterTotal('doctors').as('total'))
    .modifyFront(pinPlan)
    .executeTakeFirstOrThrow();
  return total;
};

const doctorNames = (db: Tx) =>
  doctors(db)
    .select(['accounts.id', 'accounts.name'])
    .where('accounts.disabledAt', 'is', null)
    .orderBy(byName)
    .orderBy('accounts.id');

export const listDoctorNames = (db: Tx) => doctorNames(db).execute();

/** The same doctors as the JSON of `listDropdownDoctors`. */
export const encodeDoctorNames = async (db: Tx): Promise<string> => {
  const names = doctorNames(db).as('one');
  const one = sql`json_build_object('doctorID', one.id, 'name', one.name)`;
  const { text } = await db
    .selectFrom(names)
    .select(sql<string>`json_build_object('doctors', coalesce(json_agg(${one}), '[]'))::text`.as('text'))
    .executeTakeFirstOrThrow();
  return text;
};

export const findDoctor = (db: Tx, doctorID: number) =>
  doctors(db)
    .modifyFront(pinPlan)
    .select(columns)
    .where('accounts.id', '=', doctorID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noDoctor));

/** An expression for a counter that triggers maintain (0003_studies.sql). */
export const counterTotal = (name: 'doctors' | 'studies') =>
  sql<number>`(select coalesce(sum(total), 0)::bigint from tallies where name = ${name})`;

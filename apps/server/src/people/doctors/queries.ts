import type { ClientSortField } from '@snimok/contract/people/doctors';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { compiledOnce, type Placeholder } from '../../platform/db/compiled-once.ts';
import { pinPlan } from '../../platform/db/pinned-plans.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from '../accounts/sentences.ts';
import { encodeNames } from './encode-names.ts';

/** The clients are the accounts with this role; the accounts of their other people have the role `member`. */
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

const ordering = ({ field, direction }: ClientOrder) => {
  const [key, id] = sortKeys[field];
  // only the time of the last activity may be null, so only its index declares where nulls are sorted
  const order = field === 'lastActivityAt' ? directions[direction] : sql.raw(direction);
  return sql`${key} ${order}, ${id} ${sql.raw(direction)}`;
};

/** Clients with their totals and activity; triggers maintain a row of totals and a row of activity for every client. */
const clients = (db: Tx) =>
  doctors(db)
    .innerJoin('clientTotals as totals', 'totals.doctorID', 'accounts.id')
    .innerJoin('clientActivity as activity', 'activity.doctorID', 'accounts.id');
const totalColumns = ['totals.patientsCount', 'totals.studiesCount', 'activity.activeAt'] as const;

type OrderAndPlace = `${ClientSortField} ${'asc' | 'desc'} ${'first' | 'later'}`;

const pageOfDoctors = compiledOnce(
  (
    db,
    { offset, limit }: { offset: Placeholder<number>; limit: Placeholder<number> },
    variant: OrderAndPlace,
  ) => {
    const [field, direction, place] = variant.split(' ') as [ClientSortField, 'asc' | 'desc', string];
    return clients(db)
      .select([...columns, ...totalColumns])
      .orderBy(ordering({ field, direction }))
      .offset(place === 'first' ? sql.lit(0) : offset)
      .limit(limit)
      .modifyFront(place === 'first' ? pinPlan : sql``);
  },
);

export const listDoctorsPage = (
  db: Tx,
  { field, direction }: ClientOrder,
  page: { offset: number; limit: number },
) => pageOfDoctors(db, page, `${field} ${direction} ${page.offset === 0 ? 'first' : 'later'}`);

/** The ids of all clients, in this order. */
export const listDoctorIDs = async (db: Tx, order: ClientOrder): Promise<number[]> =>
  (await clients(db).select('accounts.id').orderBy(ordering(order)).execute()).map(({ id }) => id);

/** The clients with these ids, in any order. */
export const listDoctorsByID = (db: Tx, ids: number[]) =>
  clients(db)
    .select([...columns, ...totalColumns])
    .where(sql<boolean>`accounts.id = any(${ids}::bigint[])`)
    .execute();

const doctorsCounter = compiledOnce((db, _none: object) =>
  db.selectNoFrom(counterTotal('doctors').as('total')).modifyFront(pinPlan),
);

export const countDoctors = async (db: Tx): Promise<number> => (await doctorsCounter(db, {}))[0]?.total ?? 0;

const doctorNames = (db: Tx) =>
  doctors(db).select(['accounts.id', 'accounts.name']).where('accounts.disabledAt', 'is', null);

export const listDoctorNames = (db: Tx) => doctorNames(db).orderBy(byName).orderBy('accounts.id').execute();

/** The doctors of `listDoctorNames`, as the body of `listDropdownDoctors`. */
export const encodeDoctorNames = (db: Tx): Promise<Buffer> => {
  const place = sql<number>`row_number() over (order by ${byName}, accounts.id) - 1`.as('place');
  return encodeNames(db, doctorNames(db).select(place), { list: 'doctors', id: 'doctorID' });
};

const doctorByID = compiledOnce((db, { doctorID }: { doctorID: Placeholder<number> }) =>
  doctors(db).modifyFront(pinPlan).select(columns).where('accounts.id', '=', doctorID),
);

export const findDoctor = async (db: Tx, doctorID: number) => {
  const [doctor] = await doctorByID(db, { doctorID });
  if (!doctor) throw notFound(sentences.noDoctor);
  return doctor;
};

/** An expression for a counter that triggers maintain (0003_studies.sql). */
export const counterTotal = (name: 'doctors' | 'studies') =>
  sql<number>`(select coalesce(sum(total), 0)::bigint from tallies where name = ${name})`;

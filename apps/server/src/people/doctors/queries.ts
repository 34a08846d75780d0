import { sql } from 'kysely';
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

export const listDoctorsPage = (db: Tx, offset: number, limit: number) =>
  doctors(db).select(columns).orderBy(byName).orderBy('accounts.id').offset(offset).limit(limit).execute();

export const countDoctors = async (db: Tx): Promise<number> => {
  const { total } = await db
    .selectNoFrom(counterTotal('doctors').as('total'))
    .modifyFront(pinPlan)
    .executeTakeFirstOrThrow();
  return total;
};

export const listDoctorNames = (db: Tx) =>
  doctors(db)
    .select(['accounts.id', 'accounts.name'])
    .where('accounts.disabledAt', 'is', null)
    .orderBy(byName)
    .orderBy('accounts.id')
    .execute();

export const findDoctor = (db: Tx, doctorID: number) =>
  doctors(db)
    .modifyFront(pinPlan)
    .select(columns)
    .where('accounts.id', '=', doctorID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noDoctor));

/** An expression for a counter that triggers maintain (0003_studies.sql). */
export const counterTotal = (name: 'doctors' | 'studies') =>
  sql<number>`(select coalesce(sum(total), 0)::bigint from tallies where name = ${name})`;

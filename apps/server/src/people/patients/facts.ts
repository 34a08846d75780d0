import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** The columns that are entered on a patient's card; they are read, presented, copied and updated together. */
export const FACT_COLUMNS = ['name', 'sex', 'birthday', 'phone'] as const;

type FactColumn = (typeof FACT_COLUMNS)[number];

export type PatientFacts = Pick<Selectable<Database['patients']>, FactColumn>;

/** A nullable fact that is left out is stored as null. */
export type NewPatientFacts = Pick<Insertable<Database['patients']>, FactColumn>;

/** Only the facts of a row that has other columns too. */
export const factsOf = (patient: PatientFacts): PatientFacts =>
  Object.fromEntries(FACT_COLUMNS.map((column) => [column, patient[column]])) as unknown as PatientFacts;

import { inSentence } from '@snimok/contract/values/in-sentence';
import { PATIENT_FACT_NAMES, PATIENT_FACTS, type PatientFact } from '@snimok/contract/people/patient-facts';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** The facts are read, presented, copied and updated together. */
export type PatientFacts = Pick<Selectable<Database['patients']>, PatientFact>;

/** A nullable fact that is left out is stored as null. */
export type NewPatientFacts = Pick<Insertable<Database['patients']>, PatientFact>;

/** Only the facts of a row that has other columns too. */
export const factsOf = (patient: PatientFacts): PatientFacts =>
  Object.fromEntries(PATIENT_FACT_NAMES.map((fact) => [fact, patient[fact]])) as unknown as PatientFacts;

/** «ФИО, дата рождения» */
export const factsInSentence = (facts: readonly PatientFact[]): string =>
  facts.map((fact) => inSentence(PATIENT_FACTS[fact].label)).join(', ');

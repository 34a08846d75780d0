import { z } from 'zod';
import { Birthday, CalendarDay, Name, Phone, Sex } from '../values/fields.ts';

export interface FactDeclaration {
  label: string;
  /** how it is entered and shown */
  editor: 'name' | 'sex' | 'day' | 'phone' | 'text';
  /** shown instead of a value that is not known */
  absent: string;
  /** schema in answers */
  stored: z.ZodType;
  /** schema in requests */
  entered: z.ZodType;
  /** Clients see the fact on the cards of their patients. Assistants see and enter every fact. */
  clientsSee: boolean;
  /** Clients enter the fact in referrals, which then need a column for it. */
  clientsEnter: boolean;
  /** If files state another value, they wait for a person or are refused. */
  comparedWithFiles: boolean;
}

/** The facts on a patient's card. They are named like the columns of the table `patients`. */
export const PATIENT_FACTS = {
  name: {
    label: 'ФИО',
    editor: 'name',
    absent: 'не указано',
    stored: z.string(),
    entered: Name,
    clientsSee: true,
    clientsEnter: true,
    comparedWithFiles: true,
  },
  sex: {
    label: 'Пол',
    editor: 'sex',
    absent: 'не указан',
    stored: Sex,
    entered: Sex,
    clientsSee: true,
    clientsEnter: true,
    comparedWithFiles: true,
  },
  birthday: {
    label: 'Дата рождения',
    editor: 'day',
    absent: 'не указана',
    stored: CalendarDay.nullable(),
    entered: Birthday,
    clientsSee: true,
    clientsEnter: true,
    comparedWithFiles: true,
  },
  phone: {
    label: 'Телефон',
    editor: 'phone',
    absent: 'не указан',
    stored: z.string().nullable(),
    entered: Phone.nullish().transform((phone) => phone || null),
    clientsSee: true,
    clientsEnter: true,
    comparedWithFiles: false,
  },
} as const satisfies Record<string, FactDeclaration>;

type Facts = typeof PATIENT_FACTS;
export type PatientFact = keyof Facts;
type Flag = 'clientsSee' | 'clientsEnter' | 'comparedWithFiles';
/** The facts for which the property is true. */
export type FactsWith<Property extends Flag> = {
  [Fact in PatientFact]: Facts[Fact][Property] extends true ? Fact : never;
}[PatientFact];

export const PATIENT_FACT_NAMES = Object.keys(PATIENT_FACTS) as PatientFact[];

export const factsWith = <Property extends Flag>(property: Property): FactsWith<Property>[] =>
  PATIENT_FACT_NAMES.filter((fact): fact is FactsWith<Property> => PATIENT_FACTS[fact][property]);

/** The fields for these facts in an answer. */
export const storedFacts = <Fact extends PatientFact>(facts: readonly Fact[]) =>
  Object.fromEntries(facts.map((fact) => [fact, PATIENT_FACTS[fact].stored])) as {
    [Name in Fact]: Facts[Name]['stored'];
  };

/** The fields for these facts in a request. */
export const enteredFacts = <Fact extends PatientFact>(facts: readonly Fact[]) =>
  Object.fromEntries(facts.map((fact) => [fact, PATIENT_FACTS[fact].entered])) as {
    [Name in Fact]: Facts[Name]['entered'];
  };

import { CallProblem } from '../../../shared/calls/call.ts';
import { checkBirthday, checkName, checkPhone } from './booking-checks.ts';
import { checkConsent, emptyConsent } from './confirmation.ts';

/** The input of the form that books a free time. */
export interface PatientDraft {
  /** a card of the client; null for a new patient; undefined until one is chosen */
  patientID: number | null | undefined;
  name: string;
  /** ДД.ММ.ГГГГ, possibly incomplete */
  birthday: string;
  phone: string;
  comment: string;
  reminder: boolean;
  email: string;
  examinationID: number | null;
}

export const emptyPatient: PatientDraft = {
  patientID: undefined,
  name: '',
  birthday: '',
  phone: '',
  comment: '',
  ...emptyConsent,
  examinationID: null,
};

type Field = 'patient' | 'name' | 'birthday' | 'phone' | 'email' | 'time';
export type FieldErrors = Partial<Record<Field, string>>;

/** What is missing, by field; empty if the patient can be booked. */
export const checkPatient = (draft: PatientDraft, canText = false): FieldErrors => {
  const { patientID, name, birthday, phone } = draft;
  if (patientID === undefined) return { patient: 'Выберите пациента или впишите нового' };
  return Object.fromEntries(
    Object.entries({
      name: patientID === null ? checkName(name) : null,
      birthday: patientID === null ? checkBirthday(birthday) : null,
      phone: checkPhone(phone),
      email: checkConsent(draft, canText),
    }).filter(([, sentence]) => sentence),
  );
};

/** The field to which an error of the server belongs. */
const FIELD_OF: Record<string, Field> = {
  patientName: 'name',
  patientPhone: 'phone',
  patientBirthday: 'birthday',
  patientEmail: 'email',
};

/** The errors by field of a refused booking; null if it concerns no field. */
export const errorsOf = (reason: unknown): FieldErrors | null => {
  if (!(reason instanceof CallProblem) || !reason.error) return null;
  const field = FIELD_OF[/\((\w+)\)/.exec(reason.error)?.[1] ?? ''];
  if (field) return { [field]: reason.error.replace(/ \(\w+\)/, '') };
  const isGone = /^(Это время|На это время|Такого времени)/.test(reason.error);
  return isGone ? { time: reason.error } : null;
};

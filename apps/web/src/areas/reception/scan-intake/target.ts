import { readPastDay } from '../../../shared/dates/past-day.ts';
import {
  checkPatient,
  type PatientErrors,
  type PatientValues,
} from '../../people/patients/patient-fields.tsx';
import type { IntakeRow } from './intake-rows.ts';
import type { Suggestion } from './queries.ts';

/** What the files are sent into. */
export type Target =
  | { kind: 'study'; doctorID: number; patientID: number; studyID: number }
  | { kind: 'card'; doctorID: number; patientID: number }
  | { kind: 'booking'; bookingID: number; doctorID: number; patientID: number | null; patient: PatientValues }
  | { kind: 'new'; doctorID: number; patient: PatientValues };

export const keyOf = ({ bookingID, patientID }: Suggestion): string =>
  `${bookingID ?? ''}/${patientID ?? ''}`;

/** The assistant's choice, or the only certain suggestion; a new card if nothing is suggested. */
export function choiceOf(
  row: Pick<IntakeRow, 'choice'>,
  suggestions: Suggestion[] | undefined,
): string | null {
  if (!suggestions) return row.choice;
  const isOffered = row.choice === 'new' || row.choice === 'other';
  if (isOffered || suggestions.some((one) => keyOf(one) === row.choice)) return row.choice;
  if (suggestions.length === 0) return 'new';
  const [certain, ...more] = suggestions.filter(({ confident }) => confident);
  return certain && more.length === 0 ? keyOf(certain) : null;
}

interface Context {
  suggestions: Suggestion[];
  /** the client that is selected by default for a new card */
  defaultDoctorID: number | null;
}

/** What the row's choice means; null while something is missing. */
export function targetOf(row: IntakeRow, { suggestions, defaultDoctorID }: Context): Target | null {
  const choice = choiceOf(row, suggestions);
  if (choice === null || row.type === null) return null;
  const doctorID = row.doctorID ?? defaultDoctorID;
  if (choice === 'other') {
    const { other } = row;
    if (other.doctorID === null || other.patientID === null) return null;
    return { kind: 'card', doctorID: other.doctorID, patientID: other.patientID };
  }
  if (choice === 'new') {
    if (doctorID === null || hasErrors(errorsOf(row.patient))) return null;
    return { kind: 'new', doctorID, patient: row.patient };
  }
  const suggestion = suggestions.find((one) => keyOf(one) === choice);
  return suggestion ? targetOfSuggestion(row, suggestion, doctorID) : null;
}

function targetOfSuggestion(
  row: IntakeRow,
  suggestion: Suggestion,
  chosenDoctorID: number | null,
): Target | null {
  const { bookingID, patientID } = suggestion;
  const doctorID = suggestion.doctorID ?? chosenDoctorID;
  if (doctorID === null) return null;
  const waiting = waitingStudyOf(row, suggestion);
  if (waiting && patientID !== null) return { kind: 'study', doctorID, patientID, studyID: waiting.studyID };
  if (bookingID !== null) {
    if (patientID === null && row.patient.sex === '') return null;
    return { kind: 'booking', bookingID, doctorID, patientID, patient: row.patient };
  }
  return patientID === null ? null : { kind: 'card', doctorID, patientID };
}

/** The newest study of the suggested patient that has the type of the files and no files yet. */
export const waitingStudyOf = (row: Pick<IntakeRow, 'type'>, { waiting }: Suggestion) =>
  waiting.find(({ type }) => type === row.type);

/** The errors are the same as for a card created by hand, except that the birth date may be left empty. */
export function errorsOf(patient: PatientValues): PatientErrors {
  const errors = checkPatient(patient);
  return patient.birthday.trim() === '' ? { ...errors, birthday: null } : errors;
}

export const hasErrors = (errors: PatientErrors) => Object.values(errors).some(Boolean);

/** YYYY-MM-DD; null if the field is empty or wrong. */
export function birthdayOf({ birthday }: PatientValues): string | null {
  const read = readPastDay(birthday);
  return 'day' in read ? read.day : null;
}

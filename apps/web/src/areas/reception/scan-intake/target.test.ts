import { expect, test } from 'vitest';
import { emptyPatient } from '../../people/patients/patient-fields.tsx';
import type { IntakeRow } from './intake-rows.ts';
import type { Suggestion } from './queries.ts';
import { choiceOf, keyOf, targetOf } from './target.ts';

const row = {
  choice: null,
  type: 'cbct',
  doctorID: null,
  patient: { ...emptyPatient, name: 'Новикова Ольга', sex: 'female' },
  other: { doctorID: null, patientID: null },
} as unknown as IntakeRow;
const card: Suggestion = {
  bookingID: null,
  beginsAt: null,
  patientID: 5,
  doctorID: 1,
  doctorName: 'Клиника',
  name: 'Новикова Ольга',
  birthday: null,
  phone: null,
  confident: true,
  waiting: [],
};
const booking: Suggestion = { ...card, bookingID: 7, patientID: null };
const possible = { ...card, patientID: 6, confident: false };
const context = (...suggestions: Suggestion[]) => ({ suggestions, defaultDoctorID: null });

test('a suggestion is preselected only if it is the only certain one', () => {
  expect(choiceOf(row, [possible, card])).toBe(keyOf(card));
  expect(choiceOf(row, [card, booking])).toBeNull();
  expect(choiceOf(row, [possible])).toBeNull();
  expect(choiceOf(row, [])).toBe('new');
  expect(choiceOf({ choice: 'new' }, [card])).toBe('new');
  // the card was deleted meanwhile, or the patient has arrived
  expect(choiceOf({ choice: '9/9' }, [card])).toBe(keyOf(card));
});

test('files go into the study that waits for them, if it has their type', () => {
  const waiting = [
    { studyID: 8, type: 'cbct' as const, createdAt: '2026-11-22T09:00:00.000Z', examinedAt: null },
  ];
  const target = (type: IntakeRow['type']) =>
    targetOf({ ...row, choice: keyOf(card), type }, context({ ...card, waiting }));
  expect(target('cbct')).toEqual({ kind: 'study', doctorID: 1, patientID: 5, studyID: 8 });
  expect(target('rg')).toEqual({ kind: 'card', doctorID: 1, patientID: 5 });
  expect(target(null)).toBeNull();
});

test('a booking needs a client, and the patient’s sex if the patient has no card', () => {
  const target = (change: Partial<IntakeRow>, suggestion = booking) =>
    targetOf({ ...row, choice: keyOf(suggestion), ...change }, context(suggestion));
  expect(target({})).toMatchObject({ kind: 'booking', bookingID: 7, doctorID: 1, patientID: null });
  expect(target({ patient: emptyPatient })).toBeNull();
  const withoutClient = { ...booking, doctorID: null };
  expect(target({}, withoutClient)).toBeNull();
  expect(target({ doctorID: 3 }, withoutClient)).toMatchObject({ doctorID: 3 });
});

test('a new card needs a client, a name and a sex, but no birth date', () => {
  const target = (change: Partial<IntakeRow>) => targetOf({ ...row, choice: 'new', ...change }, context());
  expect(target({})).toBeNull();
  expect(target({ doctorID: 3 })).toMatchObject({ kind: 'new', doctorID: 3 });
  expect(target({ doctorID: 3, patient: { ...row.patient, birthday: '31.02.1990' } })).toBeNull();
  expect(target({ doctorID: 3, patient: emptyPatient })).toBeNull();
});

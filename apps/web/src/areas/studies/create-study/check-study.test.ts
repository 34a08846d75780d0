import { expect, test } from 'vitest';
import { emptyPatient } from '../../people/patients/patient-fields.tsx';
import { checkStudy, isValid, type StudyDraft } from './check-study.ts';

const empty: StudyDraft = {
  doctorID: null,
  patientID: null,
  patient: emptyPatient,
  type: null,
  comment: '',
  reportRequested: false,
  reportQuestion: '',
};
const choices = { doctors: [{ doctorID: 1 }], patients: [{ patientID: 5 }] };

test('an empty form names everything that is missing, in the words of the specification', () => {
  expect(checkStudy(empty, choices)).toMatchObject({
    doctor: 'Выберите врача',
    existing: null,
    patient: {
      name: 'Введите ФИО нового пациента или выберите существующего',
      sex: 'Выберите пол нового пациента',
      birthday: 'Выберите дату рождения нового пациента',
      phone: null,
    },
    type: 'Выберите тип исследования',
  });
});

test('with an existing patient the fields of a new one are not checked', () => {
  const errors = checkStudy({ ...empty, doctorID: 1, patientID: 5, type: 'rg' }, choices);
  expect(isValid(errors)).toBe(true);
});

test('a patient who is not in the list cannot be chosen', () => {
  for (const patientID of [6, 0, -1, Number.NaN]) {
    const errors = checkStudy({ ...empty, doctorID: 1, patientID, type: 'cbct' }, choices);
    expect(errors.existing).toBe('Выберите существующего пациента из списка');
  }
});

test('a new patient with an invalid phone is refused', () => {
  const facts = { name: 'Иванова Анна', sex: 'female', birthday: '31.01.1980', phone: '12' } as const;
  const patient = { ...emptyPatient, ...facts };
  const draft: StudyDraft = { ...empty, doctorID: 1, patient, type: 'cbct' };
  expect(isValid(checkStudy(draft, choices))).toBe(false);
  expect(isValid(checkStudy({ ...draft, patient: { ...patient, phone: '' } }, choices))).toBe(true);
});

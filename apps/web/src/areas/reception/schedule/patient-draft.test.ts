import { expect, test } from 'vitest';
import { CallProblem } from '../../../shared/calls/call.ts';
import { checkPatient, emptyPatient, errorsOf } from './patient-draft.ts';

test('a patient with a card needs only a phone number, and a new patient also a name', () => {
  expect(checkPatient(emptyPatient)).toEqual({ patient: 'Выберите пациента или впишите нового' });
  expect(checkPatient({ ...emptyPatient, patientID: 7, phone: '+7 999 123-45-67' })).toEqual({});
  expect(checkPatient({ ...emptyPatient, patientID: 7 })).toHaveProperty('phone');
  const newcomer = { ...emptyPatient, patientID: null, phone: '79991234567' };
  expect(Object.keys(checkPatient({ ...newcomer, birthday: '31.02.1980' }))).toEqual(['name', 'birthday']);
  expect(checkPatient({ ...newcomer, name: 'Анна', birthday: '' })).toEqual({});
  expect(checkPatient({ ...newcomer, name: 'Анна', reminder: true, email: 'anna' })).toHaveProperty('email');
  const reminded = { ...newcomer, name: 'Анна', reminder: true };
  expect([checkPatient(reminded), checkPatient(reminded, true)]).toEqual([
    { email: 'Введите корректный e-mail' },
    {},
  ]);
  expect(checkPatient({ ...reminded, email: 'anna' }, true)).toHaveProperty('email');
});

test('an error from the server is shown at its field, and the error about a taken slot at the time', () => {
  const of = (error: string) => errorsOf(new CallProblem(400, error));
  expect(of('Телефон пациента (patientPhone): неверный формат')).toEqual({
    phone: 'Телефон пациента: неверный формат',
  });
  expect(of('Это время уже занято. Выберите другое')).toHaveProperty('time');
  expect(of('Предстоящих записей уже 60')).toBeNull();
  expect(errorsOf(new Error('other'))).toBeNull();
});

import { expect, test } from 'vitest';
import { findMismatch } from './mismatch.ts';

const anna = { name: 'Соколова Анна', birthday: '1984-05-04', sex: 'female' as const };
const card = { patientName: 'Соколова Анна', birthday: '1984-05-04', sex: 'female' as const };

test('files are asked about if name, birth date or sex differ from the card', () => {
  expect(findMismatch({ people: [anna] }, card)).toBeNull();
  for (const other of [
    { ...card, patientName: 'Петров Пётр' },
    { ...card, birthday: '1950-01-01' },
    { ...card, sex: 'male' as const },
  ])
    expect(findMismatch({ people: [anna] }, other)).toEqual([anna]);
});

test('nothing is asked about files without a patient, or about what the card does not state', () => {
  expect(findMismatch({ people: [] }, card)).toBeNull();
  expect(findMismatch({ people: [anna] }, { ...card, birthday: null, sex: null })).toBeNull();
});

test('files of two patients are not confirmed with a reason', () => {
  const people = [anna, { name: 'Петров Пётр', birthday: null, sex: null }];
  expect(findMismatch({ people }, { ...card, patientName: 'Иванова Инна' })).toBeNull();
});

test('files of one birth date and two names are asked about, even if the card has one of the names', () => {
  const people = [anna, { ...anna, name: 'Ковалёва Ольга' }];
  expect(findMismatch({ people }, card)).toEqual(people);
});

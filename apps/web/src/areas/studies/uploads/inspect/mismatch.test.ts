import { expect, test } from 'vitest';
import { findMismatch } from './mismatch.ts';

const anna = { name: 'Соколова Анна', birthday: '1984-05-04', sex: 'female' as const };
const card = { patientName: 'Соколова Анна', birthday: '1984-05-04', sex: 'female' as const };

test('a confirmation is requested if name, birth date or sex in the files differ from the card', () => {
  expect(findMismatch({ people: [anna] }, card)).toBeNull();
  for (const other of [
    { ...card, patientName: 'Петров Пётр' },
    { ...card, birthday: '1950-01-01' },
    { ...card, sex: 'male' as const },
  ])
    expect(findMismatch({ people: [anna] }, other)).toEqual([anna]);
});

test('no confirmation is requested for files without a patient, or for facts missing from the card', () => {
  expect(findMismatch({ people: [] }, card)).toBeNull();
  expect(findMismatch({ people: [anna] }, { ...card, birthday: null, sex: null })).toBeNull();
});

test('files of two patients cannot be confirmed with a reason', () => {
  const people = [anna, { name: 'Петров Пётр', birthday: null, sex: null }];
  expect(findMismatch({ people }, { ...card, patientName: 'Иванова Инна' })).toBeNull();
});

test('files with one birth date and two names need a confirmation, even if one name is the name on the card', () => {
  const people = [anna, { ...anna, name: 'Ковалёва Ольга' }];
  expect(findMismatch({ people }, card)).toEqual(people);
});

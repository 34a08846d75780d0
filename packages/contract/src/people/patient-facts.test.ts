import { expect, test } from 'vitest';
import { inSentence } from '../values/in-sentence.ts';
import { factsWith, PATIENT_FACT_NAMES, PATIENT_FACTS } from './patient-facts.ts';
import { ListedPatient, Patient, PatientFacts } from './patients.ts';

test('calls about a card contain every fact, and calls of clients only the facts that clients see', () => {
  expect(Object.keys(PatientFacts.shape)).toEqual(PATIENT_FACT_NAMES);
  expect(Object.keys(Patient.shape)).toEqual(expect.arrayContaining(PATIENT_FACT_NAMES));
  const shown = PATIENT_FACT_NAMES.filter((fact) => fact in ListedPatient.shape);
  expect(shown).toEqual(factsWith('clientsSee'));
});

test('inside a sentence labels begin with a lower-case letter, except abbreviations', () => {
  expect(PATIENT_FACT_NAMES.map((fact) => inSentence(PATIENT_FACTS[fact].label)).slice(0, 3)).toEqual([
    'ФИО',
    'пол',
    'дата рождения',
  ]);
});

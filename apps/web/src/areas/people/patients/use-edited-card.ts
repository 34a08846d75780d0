import {
  type FactDeclaration,
  PATIENT_FACT_NAMES,
  PATIENT_FACTS,
  type PatientFact,
} from '@snimok/contract/people/patient-facts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallProblem } from '../../../shared/calls/call.ts';
import { formatDay } from '../../../shared/dates/dates.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';
import { type PatientErrors, valuesOf } from './patient-fields.tsx';
import { type AssistantPatient, patientQuery, useUpdatePatient } from './queries.ts';
import { usePatientForm } from './use-patient-form.ts';

type Facts = Pick<AssistantPatient, PatientFact>;

const SEXES: Record<string, string> = { female: 'женский', male: 'мужской' };

const inWords = (facts: Facts, fact: PatientFact): string => {
  const { editor, absent }: FactDeclaration = PATIENT_FACTS[fact];
  const value = facts[fact];
  if (!value) return absent;
  if (editor === 'sex') return SEXES[value] ?? absent;
  if (editor === 'day') return formatDay(value);
  return editor === 'phone' ? formatPhone(value) : value;
};

/**
 * The form of an existing card. It sends the facts that were edited, with their earlier values. When a colleague has
 * changed one of them, it says what the card contains now, and the next attempt replaces that.
 */
export function useEditedCard(patient: AssistantPatient) {
  const update = useUpdatePatient(patient.patientID);
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(patient));
  const [seen, setSeen] = useState<Facts>(patient);
  const [taken, setTaken] = useState<PatientErrors>({});
  const form = usePatientForm(initial, async (facts) => {
    const edited = PATIENT_FACT_NAMES.filter((field) => form.values[field] !== initial[field]);
    setTaken({});
    try {
      await update.mutateAsync({
        ...facts,
        seen: Object.fromEntries(edited.map((field) => [field, seen[field]])),
      });
    } catch (reason) {
      if (reason instanceof CallProblem && reason.status === 409) await compare(edited);
      throw reason;
    }
  });

  const compare = async (edited: PatientFact[]) => {
    const current = await client.fetchQuery({ ...patientQuery(patient.patientID), staleTime: 0 });
    const changed = edited.filter((field) => current[field] !== seen[field]);
    setSeen((before) => ({
      ...before,
      ...Object.fromEntries(changed.map((field) => [field, current[field]])),
    }));
    setTaken(
      Object.fromEntries(changed.map((field) => [field, `Сейчас в карточке: ${inWords(current, field)}`])),
    );
  };

  return { ...form, errors: { ...taken, ...present(form.errors) }, update };
}

const present = (errors: PatientErrors): PatientErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error));

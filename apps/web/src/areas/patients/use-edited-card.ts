import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallProblem } from '../../shared/call.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPhone } from '../../shared/phone.ts';
import { type PatientErrors, type PatientValues, valuesOf } from './patient-fields.tsx';
import { type AssistantPatient, patientQuery, useUpdatePatient } from './queries.ts';
import { usePatientForm } from './use-patient-form.ts';

const FIELDS = ['name', 'sex', 'birthday', 'phone'] as const;
type Facts = Pick<AssistantPatient, keyof PatientValues>;

const SEXES = { female: 'женский', male: 'мужской' };

const inWords = ({ name, sex, birthday, phone }: Facts): Record<keyof PatientValues, string> => ({
  name,
  sex: SEXES[sex],
  birthday: birthday ? formatDay(birthday) : 'не указана',
  phone: formatPhone(phone) || 'не указан',
});

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
    const edited = FIELDS.filter((field) => form.values[field] !== initial[field]);
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

  const compare = async (edited: (keyof PatientValues)[]) => {
    const current = await client.fetchQuery({ ...patientQuery(patient.patientID), staleTime: 0 });
    const changed = edited.filter((field) => current[field] !== seen[field]);
    setSeen((before) => ({
      ...before,
      ...Object.fromEntries(changed.map((field) => [field, current[field]])),
    }));
    const words = inWords(current);
    setTaken(Object.fromEntries(changed.map((field) => [field, `Сейчас в карточке: ${words[field]}`])));
  };

  return { ...form, errors: { ...taken, ...present(form.errors) }, update };
}

const present = (errors: PatientErrors): PatientErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error));

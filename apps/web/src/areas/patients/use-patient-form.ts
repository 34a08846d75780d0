import { type FormEvent, useState } from 'react';
import { factsOf, checkPatient, type PatientValues } from './patient-fields.tsx';
import type { PatientFacts } from './queries.ts';

/** Judged on submit, and from then on as it changes. */
export function usePatientForm(initial: PatientValues, submit: (card: PatientFacts) => void) {
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState(false);
  const found = checkPatient(values);
  return {
    values,
    errors: judged ? found : {},
    onChange: (change: Partial<PatientValues>) => setValues((before) => ({ ...before, ...change })),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setJudged(true);
      const form = event.currentTarget;
      if (Object.values(found).some(Boolean)) return focusWrong(form);
      submit(factsOf(values));
    },
  };
}

/** After the errors have been drawn. */
export const focusWrong = (form: HTMLElement) =>
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
  );

import { type FormEvent, useState } from 'react';
import { factsOf, checkPatient, type PatientValues } from './patient-fields.tsx';
import type { PatientFacts } from './queries.ts';

/** The state of a patient form. Errors are shown from the first submit on, and then at every change. */
export function usePatientForm(initial: PatientValues, submit: (facts: PatientFacts) => void) {
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const errors = checkPatient(values);
  return {
    values,
    errors: submitted ? errors : {},
    onChange: (change: Partial<PatientValues>) => setValues((before) => ({ ...before, ...change })),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      const form = event.currentTarget;
      if (Object.values(errors).some(Boolean)) return focusFirstError(form);
      submit(factsOf(values));
    },
  };
}

/** Focuses the first field with an error, after the errors are rendered. */
export const focusFirstError = (form: HTMLElement) =>
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
  );

import { useState } from 'react';
import { factsOf, checkPatient, type PatientValues } from './patient-fields.tsx';
import type { PatientFacts } from './queries.ts';

/** The state of a patient form. Errors are shown from the first submit on, and then at every change. */
export function usePatientForm(initial: PatientValues, submit: (facts: PatientFacts) => Promise<void>) {
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const errors = checkPatient(values);
  return {
    values,
    errors: submitted ? errors : {},
    onChange: (change: Partial<PatientValues>) => setValues((before) => ({ ...before, ...change })),
    onSubmit: () => {
      setSubmitted(true);
      if (!Object.values(errors).some(Boolean)) return submit(factsOf(values));
    },
  };
}

import { type FormEvent, useState } from 'react';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';

type Values = Record<string, string>;
type Errors<V> = { [Field in keyof V]?: string };

interface FormOptions<V extends Values> {
  initial: V;
  check: (values: V) => Errors<V>;
  submit: (values: V) => Promise<void>;
  /** turns a failed call into a sentence */
  explain: (reason: unknown) => string;
}

/** A form of text fields. Errors are shown from the first submit on, and then at every change. */
export function useForm<V extends Values>({ initial, check, submit, explain }: FormOptions<V>) {
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [alert, setAlert] = useState<string>();
  const errors = check(values);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    setAlert(undefined);
    if (Object.keys(values).some((field) => errors[field])) return focusFirstError(event.currentTarget);
    setPending(true);
    await submit(values).catch((reason) => setAlert(explain(reason)));
    setPending(false);
  };

  const field = (name: keyof V & string) => ({
    name,
    value: values[name],
    error: submitted ? errors[name] : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });

  return { values, field, pending, alert, onSubmit };
}

import { type SyntheticEvent, useRef } from 'react';

/** `data-state` of a form whose input is on its way to the server, or saved there. */
type FormState = 'pending' | 'done';

const FIELDS = 'input:not([type=hidden]), textarea, [aria-pressed]';

/**
 * Whether the forms of a dialog have input that is not saved. Reads the fields themselves, so that every form is
 * protected without reporting its state.
 */
export function useChangedFields() {
  const original = useRef(new Map<HTMLFormElement, Map<Element, string>>());
  return {
    /** Reads the fields of a form when it is first used; default values may load until then. */
    remember: ({ target }: SyntheticEvent) => {
      const form = (target as Element).closest('form');
      if (!form || original.current.has(form)) return;
      for (const other of original.current.keys()) if (!other.isConnected) original.current.delete(other);
      original.current.set(form, readFields(form));
    },
    areChanged: (saved: FormState[]): boolean =>
      [...original.current].some(
        ([form, before]) =>
          form.isConnected &&
          !saved.some((state) => state === form.dataset.state) &&
          [...readFields(form)].some(([field, value]) => before.get(field) !== value),
      ),
  };
}

const readFields = (form: HTMLFormElement) =>
  new Map([...form.querySelectorAll(FIELDS)].map((field) => [field, valueOf(field)]));

function valueOf(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return field.getAttribute('aria-pressed') ?? '';
  return field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value;
}

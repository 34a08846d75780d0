import { useRef, useState } from 'react';
import { findSaved, removeSaved, save, useUserStorage } from './user-storage.ts';

/**
 * The input of a form that outlives its page: saved in this browser under the user's id, until it is equal to `empty` again
 * or the user signs out.
 */
export function useSavedDraft<Draft extends object>(name: string, empty: Draft) {
  useUserStorage();
  const key = `draft:${name}`;
  const [draft, setState] = useState<Draft>(() => readDraft(findSaved(key), empty));
  const latest = useRef(draft);
  const setDraft = (next: Draft) => {
    latest.current = next;
    setState(next);
    if (isSame(next, empty)) removeSaved(key);
    else save(key, JSON.stringify(next));
  };
  return {
    draft,
    isEmpty: isSame(draft, empty),
    setDraft,
    change: (part: Partial<Draft>) => setDraft({ ...latest.current, ...part }),
    /** Called when the input has been sent and its page is left. */
    forget: () => removeSaved(key),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Reads only the fields that the form has, because another version may have saved the draft. */
function readDraft<Draft extends object>(saved: string | null, empty: Draft): Draft {
  const read = JSON.parse(saved ?? '{}') as Record<string, unknown>;
  const fields = Object.entries(empty).map(([field, value]: [string, unknown]) => [
    field,
    isObject(value) && isObject(read[field]) ? { ...value, ...read[field] } : (read[field] ?? value),
  ]);
  return Object.fromEntries(fields) as Draft;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import type { Icon } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** One search result: its page, and a detail that distinguishes results with the same name. */
export interface Hit {
  to: string;
  icon: Icon;
  label: string;
  detail?: string | undefined;
  /** the id of a patient, if the hit is one */
  patientID?: number;
  /** the id of the client, or of the patient's client; not in the doctor area */
  doctorID?: number;
}

export type Find<Item = Hit> = (query: string, signal: AbortSignal) => Promise<Item[]>;

/** The query is sent after this pause in typing. */
const PAUSE_MS = 180;

export type Search = ReturnType<typeof useSearch<Hit>>;

/** Searches for `text` while it is typed. The previous hits stay until the hits of the new query arrive. */
export function useSearch<Item>(text: string, queryKey: string, find: Find<Item>) {
  const typed = text.trim();
  const [query] = useDebouncedValue(typed, PAUSE_MS);
  const isLongEnough = [...typed].length >= SEARCH_MINIMUM;
  // keyed by the query, so that a late response to an earlier query is not shown
  const { data, error, isPaused, isPlaceholderData } = useQuery({
    queryKey: ['search', queryKey, query],
    queryFn: ({ signal }) => find(query, signal),
    enabled: isLongEnough && [...query].length >= SEARCH_MINIMUM,
    placeholderData: keepPreviousData,
  });
  return {
    data,
    error,
    /** true if the search waits for the connection */
    isPaused,
    isLongEnough,
    /** `data`, if present, belongs to the typed text */
    isCurrent: isLongEnough && typed === query && !isPlaceholderData,
    hits: isLongEnough && data && !error ? data : [],
  };
}

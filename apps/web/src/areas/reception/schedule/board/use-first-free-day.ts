import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { firstFreeDayQuery } from '../queries.ts';

interface FirstFreeDayOptions {
  /** the centre in which a patient is to be booked; undefined: no day is searched */
  locationID: number | undefined;
  today: string;
  onFound: (day: string) => void;
}

/**
 * Finds the first day with a free time, because the rest of a week may be closed. True while it searches; without a free day, or
 * without an answer, the page shows today.
 */
export function useFirstFreeDay({ locationID, today, onFound }: FirstFreeDayOptions): boolean {
  const { data, isLoading } = useQuery({
    ...firstFreeDayQuery(locationID ?? 0, today),
    enabled: locationID !== undefined,
  });
  const found = locationID === undefined ? null : data;
  const report = useEffectEvent(onFound);
  useEffect(() => {
    if (found) report(found);
  }, [found]);
  return isLoading;
}

import { StudySort, StudyStatus } from '@snimok/contract/studies/studies';
import { useSuspenseQuery } from '@tanstack/react-query';
import { dayOf } from '../../../shared/dates/dates.ts';
import { useListSearch } from '../../../shared/lists/use-list-search.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { chosenPeriod } from './period.ts';
import type { StudyList } from '../studies/queries.ts';

/** Order, period, status and page of the list of all studies, as stored in the URL. */
export function useStudiesList() {
  const { search, offset, sortedBy, ...change } = useListSearch(StudySort, 'createdAt.desc');
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const today = dayOf(new Date(), settings.timeZone);
  const { period, by, filters } = chosenPeriod(search, today);
  const status = StudyStatus.safeParse(search.get('status'));
  const list: StudyList = {
    offset,
    sortedBy,
    ...(status.success && { filterStatus: status.data }),
    ...filters,
  };
  return { list, period, by, today, ...change };
}

import { StudySort } from '@snimok/contract/studies';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dayOf } from '../../shared/dates.ts';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { assistantSettingsQuery } from '../account/settings.ts';
import { filterOf, isPeriod, type Period } from './period.ts';
import type { Sort, StudyList } from './queries.ts';

const DEFAULT_SORT: Sort = 'createdAt.desc';

/** Order, period and page of the list of all studies, as stored in the URL. */
export function useStudiesList() {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const today = dayOf(new Date(), settings.timeZone);
  const sort = StudySort.safeParse(search.get('sort'));
  const sortedBy = sort.success ? sort.data : DEFAULT_SORT;
  const chosen = search.get('period');
  const period: Period = isPeriod(chosen, today) ? chosen : null;
  const list: StudyList = { offset, sortedBy, ...filterOf(period) };

  /** The query string with another order or period, on its first page. */
  function searchWith(key: 'sort' | 'period', value: string | null): URLSearchParams {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value && value !== DEFAULT_SORT) next.set(key, value);
    else next.delete(key);
    return next;
  }

  return {
    list,
    period,
    today,
    addressOfSort: (by: Sort) => `?${searchWith('sort', by)}`,
    setSort: (by: Sort) => setSearch(searchWith('sort', by), { replace: true }),
    setPeriod: (chosen: Period) => setSearch(searchWith('period', chosen)),
  };
}

import { StudySort } from '@snimok/contract/studies';
import { useSearchParams } from 'react-router';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { isMonth, monthOf, type Period } from './period.ts';
import type { Sort, StudyList } from './queries.ts';

const DEFAULT_SORT: Sort = 'createdAt.desc';

/** Order, period and page of the list of all studies, as stored in the URL. */
export function useStudiesList() {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const latest = monthOf(new Date());
  const sort = StudySort.safeParse(search.get('sort'));
  const sortedBy = sort.success ? sort.data : DEFAULT_SORT;
  const month = search.get('period');
  const period: Period = isMonth(month, latest) ? month : null;
  const list: StudyList = { offset, sortedBy, ...(period && { filterPeriod: `${period}-01` }) };

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
    latest,
    addressOfSort: (by: Sort) => `?${searchWith('sort', by)}`,
    setSort: (by: Sort) => setSearch(searchWith('sort', by), { replace: true }),
    setPeriod: (chosen: Period) => setSearch(searchWith('period', chosen)),
  };
}

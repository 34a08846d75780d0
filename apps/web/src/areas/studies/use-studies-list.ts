import { StudySort } from '@snimok/contract/studies';
import { useSearchParams } from 'react-router';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { isMonth, monthOf, type Period } from './period.ts';
import type { Sort, StudyList } from './queries.ts';

const DEFAULT_SORT: Sort = 'createdAt.desc';

/** Order, period and page of the common list, as they stand in the address. */
export function useStudiesList() {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const latest = monthOf(new Date());
  const wished = StudySort.safeParse(search.get('sort'));
  const sortedBy = wished.success ? wished.data : DEFAULT_SORT;
  const wishedMonth = search.get('period');
  const period: Period = isMonth(wishedMonth, latest) ? wishedMonth : null;
  const list: StudyList = { offset, sortedBy, ...(period && { filterPeriod: `${period}-01` }) };

  /** Another order or period begins with its first page. */
  function changed(key: 'sort' | 'period', value: string | null): URLSearchParams {
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
    addressOfSort: (sort: Sort) => `?${changed('sort', sort)}`,
    setSort: (sort: Sort) => setSearch(changed('sort', sort), { replace: true }),
    setPeriod: (month: Period) => setSearch(changed('period', month)),
  };
}

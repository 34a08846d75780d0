import { DoctorStudyStatus, StudyType, WorklistSort } from '@snimok/contract/studies';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dayOf } from '../../../shared/dates.ts';
import { usePageOffset } from '../../../shared/ui/paging.tsx';
import { doctorSettingsQuery } from '../../account/settings.ts';
import { filterOf, isPeriod, type Period } from '../period.ts';
import type { WorklistOrder } from './queries.ts';

const DEFAULT_SORT: WorklistOrder = 'createdAt.desc';

type Key = 'sort' | 'period' | 'type' | 'status';

/** Order, filters and page of the worklist, as stored in the URL. */
export function useWorklist() {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  const today = dayOf(new Date(), settings.timeZone);
  const sort = WorklistSort.safeParse(search.get('sort'));
  const type = StudyType.safeParse(search.get('type'));
  const status = DoctorStudyStatus.safeParse(search.get('status'));
  const chosen = search.get('period');
  const period: Period = isPeriod(chosen, today) ? chosen : null;
  const filters = {
    ...(type.success && { filterType: type.data }),
    ...(status.success && { filterStatus: status.data }),
    ...filterOf(period),
  };

  /** The query string with another value, on the first page. */
  function searchWith(key: Key, value: string | null): URLSearchParams {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value && value !== DEFAULT_SORT) next.set(key, value);
    else next.delete(key);
    return next;
  }

  return {
    settings,
    request: { offset, sortedBy: sort.success ? sort.data : DEFAULT_SORT, ...filters },
    filtered: Object.keys(filters).length > 0,
    period,
    today,
    addressOfSort: (by: WorklistOrder) => `?${searchWith('sort', by)}`,
    set: (key: Key, value: string | null) => setSearch(searchWith(key, value)),
    clearFilters: () => setSearch({}),
  };
}

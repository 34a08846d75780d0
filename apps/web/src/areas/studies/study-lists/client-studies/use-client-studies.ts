import { DoctorStudyStatus, StudyType, ClientStudySort } from '@snimok/contract/studies/studies';
import { useSuspenseQuery } from '@tanstack/react-query';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { useListSearch } from '../../../../shared/lists/use-list-search.ts';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { chosenPeriod } from '../period.ts';

/** Order, filters and page of the list, as stored in the URL. */
export function useClientStudies() {
  const { search, offset, sortedBy, ...change } = useListSearch(ClientStudySort, 'createdAt.desc');
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  const today = dayOf(new Date(), settings.timeZone);
  const type = StudyType.safeParse(search.get('type'));
  const status = DoctorStudyStatus.safeParse(search.get('status'));
  const { period, by, filters: ofPeriod } = chosenPeriod(search, today);
  const filters = {
    ...(type.success && { filterType: type.data }),
    ...(status.success && { filterStatus: status.data }),
    ...ofPeriod,
  };
  return {
    settings,
    request: { offset, sortedBy, ...filters },
    filtered: Object.keys(filters).length > 0,
    period,
    by,
    today,
    ...change,
  };
}

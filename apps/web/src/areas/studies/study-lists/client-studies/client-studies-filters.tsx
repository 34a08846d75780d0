import { DoctorStudyStatus } from '@snimok/contract/studies/studies';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { ListFilter } from '../../../platform/lists/list-filter.tsx';
import { DOCTOR_STATUS } from '../../studies/labels.ts';
import { PeriodFilter } from '../period-filter.tsx';
import type { useClientStudies } from './use-client-studies.ts';

const TYPES = STUDY_TYPE_NAMES.map((value) => ({ value, label: STUDY_TYPES[value].label }));
const STATUSES = DoctorStudyStatus.options.map((value) => ({ value, label: DOCTOR_STATUS[value].label }));

export const ClientStudiesFilters = ({ list }: { list: ReturnType<typeof useClientStudies> }) => (
  <>
    <PeriodFilter
      period={list.period}
      by={list.by}
      today={list.today}
      onChange={(period) => list.set('period', period)}
      onDatesChange={(by) => list.set('dates', by === 'upload' ? null : by)}
    />
    <ListFilter
      label="Тип"
      all="Все типы"
      options={TYPES}
      value={list.request.filterType}
      onChange={(type) => list.set('type', type)}
    />
    <ListFilter
      label="Статус"
      all="Любой статус"
      options={STATUSES}
      value={list.request.filterStatus}
      onChange={(status) => list.set('status', status)}
    />
  </>
);

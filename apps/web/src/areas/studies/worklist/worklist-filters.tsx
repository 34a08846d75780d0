import { NativeSelect } from '@mantine/core';
import { DoctorStudyStatus } from '@snimok/contract/studies';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/study-types';
import { DOCTOR_STATUS } from '../labels.ts';
import { PeriodFilter } from '../period-filter.tsx';
import type { useWorklist } from './use-worklist.ts';

const TYPES = STUDY_TYPE_NAMES.map((value) => ({ value, label: STUDY_TYPES[value].label }));
const STATUSES = DoctorStudyStatus.options.map((value) => ({ value, label: DOCTOR_STATUS[value].label }));

export const WorklistFilters = ({ list }: { list: ReturnType<typeof useWorklist> }) => (
  <>
    <PeriodFilter period={list.period} today={list.today} onChange={(period) => list.set('period', period)} />
    <Filter
      label="Тип"
      all="Все типы"
      options={TYPES}
      value={list.request.filterType}
      onChange={(type) => list.set('type', type)}
    />
    <Filter
      label="Статус"
      all="Любой статус"
      options={STATUSES}
      value={list.request.filterStatus}
      onChange={(status) => list.set('status', status)}
    />
  </>
);

interface FilterProps {
  label: string;
  /** the choice without a restriction */
  all: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string) => void;
}

const Filter = ({ label, all, options, value = '', onChange }: FilterProps) => (
  <NativeSelect
    flex={{ base: 1, sm: 'none' }}
    miw={150}
    aria-label={label}
    data={[{ value: '', label: all }, ...options]}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

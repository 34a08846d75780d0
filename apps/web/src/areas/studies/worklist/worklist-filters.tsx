import { Group, NativeSelect } from '@mantine/core';
import { DoctorStudyStatus, StudyType } from '@snimok/contract/studies';
import { DOCTOR_STATUS, TYPE_LABELS } from '../labels.ts';
import { PeriodFilter } from '../period-filter.tsx';
import type { WorklistOrder } from './queries.ts';
import type { useWorklist } from './use-worklist.ts';

/** For phones, which show no column headers to sort by. */
const SORTS: { value: WorklistOrder; label: string }[] = [
  { value: 'createdAt.desc', label: 'Сначала новые' },
  { value: 'createdAt.asc', label: 'Сначала старые' },
  { value: 'patientName.asc', label: 'По пациенту' },
  { value: 'type.asc', label: 'По типу' },
];
const TYPES = [
  { value: '', label: 'Все типы' },
  ...StudyType.options.map((type) => ({ value: type as string, label: TYPE_LABELS[type] })),
];
const STATUSES = [
  { value: '', label: 'Любой статус' },
  ...DoctorStudyStatus.options.map((status) => ({
    value: status as string,
    label: DOCTOR_STATUS[status].label,
  })),
];

export const WorklistFilters = ({ list }: { list: ReturnType<typeof useWorklist> }) => (
  <Group mb="md" gap="sm">
    <PeriodFilter period={list.period} today={list.today} onChange={(period) => list.set('period', period)} />
    <NativeSelect
      flex={{ base: 1, sm: 'none' }}
      miw={140}
      aria-label="Тип"
      data={TYPES}
      value={list.request.filterType ?? ''}
      onChange={({ currentTarget }) => list.set('type', currentTarget.value)}
    />
    <NativeSelect
      flex={{ base: 1, sm: 'none' }}
      miw={150}
      aria-label="Статус"
      data={STATUSES}
      value={list.request.filterStatus ?? ''}
      onChange={({ currentTarget }) => list.set('status', currentTarget.value)}
    />
    <NativeSelect
      hiddenFrom="xs"
      w="100%"
      aria-label="Порядок"
      data={SORTS}
      value={list.request.sortedBy}
      onChange={({ currentTarget }) => list.setSort(currentTarget.value as WorklistOrder)}
    />
  </Group>
);

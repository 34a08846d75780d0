import { Select } from '@mantine/core';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import { searchOwnPatients } from '@snimok/contract/people/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { ownPatientsQuery } from '../../people/patients/doctor-queries.ts';

const PAUSE_MS = 180;
const RECENT = { offset: 0, sortedBy: 'lastStudyCreatedAt.desc' } as const;

interface OwnPatientSelectProps {
  value: number | null;
  /** the name of the selected patient, once it has loaded */
  name: string | undefined;
  error: string | null;
  onChange: (patientID: number | null) => void;
}

/** The latest patients, or those that match what is typed. */
export function OwnPatientSelect({ value, name, error, onChange }: OwnPatientSelectProps) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isSearched = [...query].length >= SEARCH_MINIMUM && query !== name;
  const { data: found } = useQuery({
    queryKey: ['search', 'own', 'select', query],
    queryFn: async ({ signal }) => (await call(searchOwnPatients, { query: { query }, signal })).patients,
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const { data: recent } = useQuery(ownPatientsQuery(RECENT));
  const listed = isSearched ? found : recent?.patients;
  const options = (listed ?? []).map((each) => ({
    value: String(each.patientID),
    label: each.name || 'не указано',
  }));
  const selected = value !== null && name !== undefined ? { value: String(value), label: name } : null;
  const data =
    selected && !options.some((option) => option.value === selected.value) ? [selected, ...options] : options;
  return (
    <Select
      label="Пациент"
      placeholder="Начните вводить имя"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Выбрать другого пациента' }}
      allowDeselect={false}
      openOnFocus={false}
      filter={({ options: all }) => all}
      nothingFoundMessage={listed ? 'Никого не нашлось' : 'Загрузка…'}
      maxDropdownHeight={320}
      data={data}
      value={value === null ? null : String(value)}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

import { PatientSort } from '@snimok/contract/people/patients';
import type { z } from 'zod';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useListSearch } from '../../../shared/lists/use-list-search.ts';

type PatientOrder = z.output<typeof PatientSort>;

export interface PatientsPage {
  offset: number;
  sortedBy: PatientOrder;
}

/** The default order is requested without a field. */
export const queryOf = ({ offset, sortedBy }: PatientsPage) => ({
  ...fromOffset(offset),
  ...(sortedBy !== DEFAULT_SORT && { sortedBy }),
});

const DEFAULT_SORT: PatientOrder = 'lastStudyCreatedAt.desc';

/** Order and page of a list of patients, as stored in the URL. */
export const usePatientsPage = () => useListSearch(PatientSort, DEFAULT_SORT);

export const PATIENT_SORTS: { value: PatientOrder; label: string }[] = [
  { value: 'lastStudyCreatedAt.desc', label: 'Сначала новые' },
  { value: 'lastStudyCreatedAt.asc', label: 'Сначала старые' },
  { value: 'name.asc', label: 'По пациенту' },
];

import { listOwnStudies, type WorklistSort, type WorklistStudy } from '@snimok/contract/studies/studies';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { listOwnPatients } from '@snimok/contract/people/patients';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../../shared/calls/call.ts';
import { fromOffset } from '../../../../shared/lists/paging.tsx';
import { LISTED_PATIENTS } from '../../../people/patients/doctor-queries.ts';
import type { Kind } from '../../studies/labels.ts';
import type { OwnStudy, PeriodFilters } from '../../studies/queries.ts';

export type ListedStudy = z.output<typeof WorklistStudy>;
export type WorklistOrder = z.output<typeof WorklistSort>;

interface WorklistFilters extends PeriodFilters {
  filterType?: Kind;
  filterStatus?: OwnStudy['status'];
}

interface WorklistRequest extends WorklistFilters {
  offset: number;
  sortedBy: WorklistOrder;
}

const WORKLIST = ['studies', 'worklist'];

/** Always stale, because studies are opened on other pages too. */
export const worklistQuery = ({ offset, ...list }: WorklistRequest) =>
  queryOptions({
    queryKey: [...WORKLIST, { offset, ...list }],
    queryFn: ({ signal }) => call(listOwnStudies, { query: { ...list, ...fromOffset(offset) }, signal }),
    staleTime: 0,
  });

/** Removes «Новое» from the lists at once, because the server records an opening up to a second later. */
export function useMarkOpened() {
  const client = useQueryClient();
  return (openedID: number) => {
    const markIn = <Study extends { studyID: number; isNew: boolean }>(study: Study): Study =>
      study.studyID === openedID ? { ...study, isNew: false } : study;
    client.setQueriesData<ResponseOf<typeof listOwnStudies>>(
      { queryKey: WORKLIST },
      (page) => page && { ...page, studies: page.studies.map(markIn) },
    );
    client.setQueriesData<ResponseOf<typeof listOwnPatients>>(
      { queryKey: LISTED_PATIENTS },
      (page) =>
        page && {
          ...page,
          patients: page.patients.map((patient) =>
            patient.newestStudy ? { ...patient, newestStudy: markIn(patient.newestStudy) } : patient,
          ),
        },
    );
  };
}

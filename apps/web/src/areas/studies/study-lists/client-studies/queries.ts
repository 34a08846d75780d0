import { listOwnStudies, type ClientStudySort, type ClientStudy } from '@snimok/contract/studies/studies';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { listOwnPatients } from '@snimok/contract/people/patients';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../../shared/calls/call.ts';
import { fromOffset } from '../../../../shared/lists/paging.tsx';
import { LISTED_PATIENTS } from '../../../people/patients/doctor-queries.ts';
import type { Kind } from '../../studies/labels.ts';
import type { OwnStudy, PeriodFilters } from '../../studies/queries.ts';

export type ListedStudy = z.output<typeof ClientStudy>;
export type ClientStudyOrder = z.output<typeof ClientStudySort>;

interface ClientStudiesFilters extends PeriodFilters {
  filterType?: Kind;
  filterStatus?: OwnStudy['status'];
}

interface ClientStudiesRequest extends ClientStudiesFilters {
  offset: number;
  sortedBy: ClientStudyOrder;
}

const CLIENT_STUDIES = ['studies', 'of-client'];

/** Always stale, because studies are opened on other pages too. */
export const clientStudiesQuery = ({ offset, ...list }: ClientStudiesRequest) =>
  queryOptions({
    queryKey: [...CLIENT_STUDIES, { offset, ...list }],
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
      { queryKey: CLIENT_STUDIES },
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

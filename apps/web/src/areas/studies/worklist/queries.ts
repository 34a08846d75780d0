import { listOwnStudies, type WorklistSort, type WorklistStudy } from '@snimok/contract/studies';
import type { ResponseOf } from '@snimok/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/call.ts';
import { fromOffset } from '../../../shared/ui/paging.tsx';
import type { Kind } from '../labels.ts';
import type { OwnStudy } from '../queries.ts';

export type ListedStudy = z.output<typeof WorklistStudy>;
export type WorklistOrder = z.output<typeof WorklistSort>;

interface WorklistFilters {
  filterType?: Kind;
  filterStatus?: OwnStudy['status'];
  /** YYYY-MM-01; without this and a day, the whole period */
  filterPeriod?: string;
  filterDay?: string;
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

/** Removes «Новое» at once, because the server records an opening up to a second later. */
export function useMarkOpened() {
  const client = useQueryClient();
  return (studyID: number) =>
    client.setQueriesData<ResponseOf<typeof listOwnStudies>>(
      { queryKey: WORKLIST },
      (page) =>
        page && {
          ...page,
          studies: page.studies.map((study) =>
            study.studyID === studyID ? { ...study, isNew: false } : study,
          ),
        },
    );
}

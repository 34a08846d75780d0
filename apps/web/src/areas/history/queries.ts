import { getPatientHistory, type HistoryEvent } from '@snimok/contract/audit';
import { PAGE_SIZE } from '@snimok/contract/fields';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { fromOffset } from '../../shared/ui/paging.tsx';

export type Event = z.output<typeof HistoryEvent>;

/** Loaded each time it is opened, because each view of the patient adds a record. */
export const historyQuery = (patientID: number) =>
  infiniteQueryOptions({
    queryKey: ['history', patientID],
    queryFn: ({ pageParam }) =>
      call(getPatientHistory, { params: { patientID }, query: { group: 'views', ...fromOffset(pageParam) } }),
    initialPageParam: 0,
    getNextPageParam: ({ currentOffset, totalCount }) =>
      currentOffset + PAGE_SIZE < totalCount ? currentOffset + PAGE_SIZE : undefined,
    select: ({ pages }) => ({
      // new events move older ones to the next page, so the same event can be loaded twice
      events: [
        ...new Map(pages.flatMap(({ events }) => events).map((event) => [event.eventID, event])).values(),
      ],
      totalCount: pages.at(-1)?.totalCount ?? 0,
    }),
    staleTime: 0,
    gcTime: 0,
  });

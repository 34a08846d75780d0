import { getPatientHistory, type HistoryEvent } from '@snimok/contract/audit';
import { PAGE_SIZE } from '@snimok/contract/fields';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { fromOffset } from '../../shared/ui/paging.tsx';

export type Event = z.output<typeof HistoryEvent>;

/** Asked anew whenever it is opened: it grows with every look at the patient. */
export const historyQuery = (patientID: number) =>
  infiniteQueryOptions({
    queryKey: ['history', patientID],
    queryFn: ({ pageParam }) =>
      call(getPatientHistory, { params: { patientID }, query: fromOffset(pageParam) }),
    initialPageParam: 0,
    getNextPageParam: ({ currentOffset, totalCount }) =>
      currentOffset + PAGE_SIZE < totalCount ? currentOffset + PAGE_SIZE : undefined,
    select: ({ pages }) => ({
      // what happens meanwhile pushes older events to the next page, where they come a second time
      events: [
        ...new Map(pages.flatMap(({ events }) => events).map((event) => [event.eventID, event])).values(),
      ],
      totalCount: pages.at(-1)?.totalCount ?? 0,
    }),
    staleTime: 0,
    gcTime: 0,
  });

import {
  getPatientHistory,
  getPatientViews,
  type HistoryEvent,
  getStaffHistory,
} from '@snimok/contract/administration/history';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';

export type Event = z.output<typeof HistoryEvent>;

const readPage = (of: 'patient' | 'views' | 'staff', id: number, query: ReturnType<typeof fromOffset>) => {
  switch (of) {
    case 'patient':
      return call(getPatientHistory, { params: { patientID: id }, query: { group: 'views', ...query } });
    case 'views':
      return call(getPatientViews, { params: { patientID: id }, query });
    case 'staff':
      return call(getStaffHistory, { params: { accountID: id }, query });
  }
};

/** Loaded each time it is opened, because each view of the patient adds a record. */
const historyQuery = (of: 'patient' | 'views' | 'staff', id: number) =>
  infiniteQueryOptions({
    queryKey: ['history', of, id],
    queryFn: ({ pageParam }) => readPage(of, id, fromOffset(pageParam)),
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

export type HistoryQuery = ReturnType<typeof historyQuery>;
export const patientHistoryQuery = (patientID: number): HistoryQuery => historyQuery('patient', patientID);
/** Who saw an own patient. */
export const patientViewsQuery = (patientID: number): HistoryQuery => historyQuery('views', patientID);
/** What an employee's account did and what was done to it. */
export const staffHistoryQuery = (accountID: number): HistoryQuery => historyQuery('staff', accountID);

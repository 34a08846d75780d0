import {
  cancelOwnBooking,
  type FreeDay as FreeDaySchema,
  getOwnBooking,
  listFreeDays,
  listOpenDays,
  listOwnBookings,
  moveOwnBooking,
  type OwnBooking as OwnBookingSchema,
} from '@snimok/contract/reception/own-bookings';
import { bookSlot } from '@snimok/contract/reception/schedule';
import { setOwnReminder } from '@snimok/contract/reception/visit-reminders';
import { searchOwnPatients } from '@snimok/contract/people/search';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../../shared/calls/call.ts';
import { fromOffset } from '../../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../../shared/calls/use-refresh.ts';
import type { SlotAddress } from '../queries.ts';
import type { ReminderConsent } from '../reminder-form.tsx';

export type FreeDay = z.output<typeof FreeDaySchema>;
export type OwnBooking = z.output<typeof OwnBookingSchema>;
export type BookingView = 'upcoming' | 'past';

/** Other clinics book the same times, and no event reports that. */
const REFRESH_MS = 30_000;

interface FreeDaysWanted {
  from: string | undefined;
  locationID: number | undefined;
  examinationID?: number | null;
}

export const freeDaysQuery = ({ from, locationID, examinationID = null }: FreeDaysWanted) =>
  queryOptions({
    queryKey: ['schedule', 'free-days', { from, locationID, examinationID }],
    queryFn: ({ signal }) =>
      call(listFreeDays, {
        query: {
          ...(from && { from }),
          ...(locationID && { locationID: String(locationID) }),
          ...(examinationID && { examinationID: String(examinationID) }),
        },
        signal,
      }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

export const openDaysQuery = (locationID: number) =>
  queryOptions({
    queryKey: ['schedule', 'open-days', locationID],
    queryFn: async () => (await call(listOpenDays, { params: { locationID } })).days,
    staleTime: 60_000,
  });

export const ownBookingsQuery = (view: BookingView, offset: number) =>
  queryOptions({
    queryKey: ['schedule', 'own', view, offset],
    queryFn: ({ signal }) => call(listOwnBookings, { query: { view, ...fromOffset(offset) }, signal }),
  });

export const ownBookingQuery = (bookingID: number) =>
  queryOptions({
    queryKey: ['schedule', 'own', bookingID],
    queryFn: ({ signal }) => call(getOwnBooking, { params: { bookingID }, signal }),
  });

export const foundPatientsQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'to-book', query],
    queryFn: async ({ signal }) => (await call(searchOwnPatients, { query: { query }, signal })).patients,
  });

/** Refreshes the schedule also after a refused call, because another clinic may have taken the time. */
const useScheduleCall = <Request, Reply>(mutationFn: (request: Request) => Promise<Reply>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['schedule']) });

export const useBookPatient = () =>
  useScheduleCall(({ slot, body }: { slot: SlotAddress; body: BodyOf<typeof bookSlot> }) =>
    call(bookSlot, { params: { ...slot }, body }),
  );

export const useMoveOwnBooking = (bookingID: number) =>
  useScheduleCall((body: SlotAddress) => call(moveOwnBooking, { params: { bookingID }, body }));

export const useCancelOwnBooking = (bookingID: number) =>
  useScheduleCall((reason: string) => call(cancelOwnBooking, { params: { bookingID }, body: { reason } }));

export const useSetOwnReminder = (bookingID: number) =>
  useScheduleCall((body: ReminderConsent) => call(setOwnReminder, { params: { bookingID }, body }));

export const calendarURL = (bookingID: number) => `/api/1/doctor/schedule/bookings/${bookingID}/calendar`;

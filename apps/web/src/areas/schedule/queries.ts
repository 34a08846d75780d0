import {
  type Booking,
  bookByPhone,
  cancelBooking,
  listScheduleDays,
  mailBooking,
  markArrived,
  moveBooking,
  type PlannedSlot,
  type ScheduleDay,
} from '@snimok/contract/schedule';
import {
  archiveLocation,
  createLocation,
  listLocations,
  type Location,
  type LocationFacts,
  setSpecialDay,
  unsetSpecialDay,
  updateLocation,
} from '@snimok/contract/locations';
import type { BodyOf } from '@snimok/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { unlessLive } from '../../shared/realtime/events.ts';
import { pollIntervalOf } from '../letters/letter.ts';
import { useRefreshStudies } from '../studies/queries.ts';

export type Centre = z.output<typeof Location>;
export type CentreFacts = z.output<typeof LocationFacts>;
export type BookingCard = z.output<typeof Booking>;
export type ReceptionSlot = z.output<typeof PlannedSlot>;
export type ReceptionDay = z.output<typeof ScheduleDay>;

/** The polling interval: doctors book slots at the same time as the reception. */
const REFRESH_MS = 15_000;

export const centresQuery = queryOptions({
  queryKey: ['schedule', 'centres'],
  queryFn: () => call(listLocations),
  staleTime: 60_000,
});

const lettersOf = (days: ReceptionDay[] = []) =>
  days.flatMap(({ bookings }) => bookings.map(({ letter }) => letter));

export const daysQuery = (locationID: number, from: string, count: number) =>
  queryOptions({
    queryKey: ['schedule', 'days', locationID, from, count],
    queryFn: async () => {
      const query = { from, count: String(count) };
      return (await call(listScheduleDays, { params: { locationID }, query })).days;
    },
    refetchInterval: ({ state }) =>
      Math.min(unlessLive(REFRESH_MS)(), pollIntervalOf(lettersOf(state.data)) || Infinity),
  });

/** Refreshes the schedule also after a refused call, because another user may have changed it. */
function useScheduleCall<Request, Reply>(mutationFn: (request: Request) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['schedule'] }),
  });
}

export interface SlotAddress {
  locationID: number;
  date: string;
  slotUUID: string;
}

export const useBookByPhone = (params: SlotAddress) =>
  useScheduleCall((body: BodyOf<typeof bookByPhone>) => call(bookByPhone, { params, body }));

export const useMoveBooking = (bookingID: number) =>
  useScheduleCall((body: SlotAddress) => call(moveBooking, { params: { bookingID }, body }));

export const useMailBooking = (bookingID: number) =>
  useScheduleCall(() => call(mailBooking, { params: { bookingID } }));

export const useCancelBooking = (bookingID: number) =>
  useScheduleCall((reason: string) => call(cancelBooking, { params: { bookingID }, body: { reason } }));

export function useMarkArrived(bookingID: number) {
  const refresh = useRefreshStudies();
  return useScheduleCall(async (body: BodyOf<typeof markArrived>) => {
    const arrived = await call(markArrived, { params: { bookingID }, body });
    void refresh();
    return arrived;
  });
}

/** Creates a centre; with an id, changes it. */
export const useSaveCentre = (locationID?: number) =>
  useScheduleCall(async (body: CentreFacts): Promise<void> => {
    if (locationID === undefined) await call(createLocation, { body });
    else await call(updateLocation, { params: { locationID }, body });
  });

export const useArchiveCentre = (locationID: number) =>
  useScheduleCall((archived: boolean) =>
    call(archiveLocation, { params: { locationID }, body: { archived } }),
  );

export const useSetSpecialDay = (locationID: number) =>
  useScheduleCall(({ date, hours }: { date: string; hours: { from: string; to: string }[] }) =>
    call(setSpecialDay, { params: { locationID, date }, body: { hours } }),
  );

export const useUnsetSpecialDay = (locationID: number) =>
  useScheduleCall((date: string) => call(unsetSpecialDay, { params: { locationID, date } }));

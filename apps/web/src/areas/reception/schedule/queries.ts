import {
  type Booking,
  bookByPhone,
  cancelBooking,
  listCardsOfBooking,
  listScheduleDays,
  mailBooking,
  markArrived,
  markMissed,
  moveBooking,
  type PlannedSlot,
  type ScheduleDay,
  type SeatClosure,
} from '@snimok/contract/reception/schedule';
import { bookReferral } from '@snimok/contract/reception/referrals';
import { closeSeats, previewClosure, reopenSeat } from '@snimok/contract/reception/seat-closures';
import {
  addHolidays,
  archiveLocation,
  createLocation,
  listLocations,
  type Location,
  type LocationFacts,
  removeHoliday,
  setSpecialDay,
  unsetSpecialDay,
  updateLocation,
} from '@snimok/contract/reception/locations';
import { setReminder } from '@snimok/contract/reception/visit-reminders';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { unlessLive } from '../../../shared/realtime/events.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';
import type { ReminderConsent } from './reminder-form.tsx';
import { useRefreshStudies } from '../../studies/studies/queries.ts';
import { shiftDay } from './times.ts';

export type Centre = z.output<typeof Location>;
export type CentreFacts = z.output<typeof LocationFacts>;
export type BookingCard = z.output<typeof Booking>;
export type ReceptionSlot = z.output<typeof PlannedSlot>;
export type Closure = z.output<typeof SeatClosure>;
export type Holiday = z.output<(typeof listLocations)['schema']['response'][200]>['holidays'][number];
export type ReceptionDay = z.output<typeof ScheduleDay>;

/** The polling interval: doctors book slots at the same time as the reception. */
const REFRESH_MS = 15_000;

/** Servers of earlier versions send no rules, and no closures. */
const NO_RULES = {
  breaks: [],
  bufferMinutes: 0,
  leadHours: null,
  horizonDays: 30,
  seats: [],
  prices: [],
  preparation: '',
};
const NO_CLOSURES = { holiday: null, closures: [] };

export const centresQuery = queryOptions({
  queryKey: ['schedule', 'centres'],
  queryFn: async () => {
    const { locations, holidays, timeZone } = await call(listLocations);
    return {
      timeZone,
      holidays: holidays ?? [],
      locations: locations.map((location) => ({ ...NO_RULES, ...location })),
    };
  },
  staleTime: 60_000,
});

const lettersOf = (days: ReceptionDay[] = []) =>
  days.flatMap(({ bookings }) =>
    bookings.flatMap(({ letter, patientMessage }) => [letter, patientMessage ?? null]),
  );

export const daysQuery = (locationID: number, from: string, count: number) =>
  queryOptions({
    queryKey: ['schedule', 'days', locationID, from, count],
    queryFn: async () => {
      const query = { from, count: String(count) };
      const { days } = await call(listScheduleDays, { params: { locationID }, query });
      return days.map((day) => ({ ...NO_CLOSURES, ...day }));
    },
    refetchInterval: ({ state }) =>
      Math.min(unlessLive(REFRESH_MS)(), pollIntervalOf(lettersOf(state.data)) || Infinity),
  });

/** How many weeks are searched for a free time, longer than the usual horizon of bookings. */
const SEARCHED_WEEKS = 8;

/** The first day from `from` on with a free time; null if there is none within the searched weeks. */
export const firstFreeDayQuery = (locationID: number, from: string) =>
  queryOptions({
    queryKey: ['schedule', 'first-free-day', locationID, from],
    queryFn: async () => {
      for (let week = 0; week < SEARCHED_WEEKS; week++) {
        const query = { from: shiftDay(from, 7 * week), count: '7' };
        const { days } = await call(listScheduleDays, { params: { locationID }, query });
        const free = days.find(({ slots }) => slots.some((slot) => slot.free > 0));
        if (free) return free.date;
      }
      return null;
    },
    // a time that was free at an earlier visit to the page may be booked by now
    gcTime: 0,
  });

/** Refreshes the schedule also after a refused call, because another user may have changed it. */
const useScheduleCall = <Request, Reply>(mutationFn: (request: Request) => Promise<Reply>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['schedule']) });

export interface SlotAddress {
  locationID: number;
  date: string;
  slotUUID: string;
  /** the seat; without it, the first free one */
  place?: number;
}

export const useBookByPhone = ({ place, ...params }: SlotAddress) =>
  useScheduleCall((body: BodyOf<typeof bookByPhone>) =>
    call(bookByPhone, { params, body: { ...body, place } }),
  );

export const useBookReferral = (referralUUID: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof bookReferral>) => call(bookReferral, { params: { referralUUID }, body }),
    // a refusal may mean that a colleague was faster: then both lists show her changes
    onSettled: useRefresh(['schedule'], ['referrals']),
  });

/** Cards that may belong to the patient of a booking. `doctorID`: the chosen client of a booking without one. */
export const cardsOfBookingQuery = (bookingID: number, doctorID: number | null) =>
  queryOptions({
    queryKey: ['schedule', 'cards', bookingID, doctorID],
    queryFn: async () => {
      const query = doctorID === null ? {} : { doctorID: String(doctorID) };
      return (await call(listCardsOfBooking, { params: { bookingID }, query })).cards;
    },
  });

export const useMoveBooking = ({ bookingID, beginsAt: seenBeginsAt }: BookingCard) =>
  useScheduleCall((to: SlotAddress) =>
    call(moveBooking, { params: { bookingID }, body: { ...to, seenBeginsAt } }),
  );

export const useMailBooking = (bookingID: number) =>
  useScheduleCall(() => call(mailBooking, { params: { bookingID } }));

export const useSetReminder = (bookingID: number) =>
  useScheduleCall((body: ReminderConsent) => call(setReminder, { params: { bookingID }, body }));

export const useCancelBooking = (bookingID: number) =>
  useScheduleCall((reason: string) => call(cancelBooking, { params: { bookingID }, body: { reason } }));

export const useMarkMissed = (bookingID: number) =>
  useScheduleCall((missed: boolean) => call(markMissed, { params: { bookingID }, body: { missed } }));

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
  useScheduleCall(async (body: BodyOf<typeof updateLocation>): Promise<void> => {
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

export type ClosedTime = BodyOf<typeof previewClosure>;

/**
 * Closes seats. If this affects bookings that `keptBookingIDs` does not name, nothing is closed: `onMet` receives them,
 * and the result is false.
 */
export const useCloseSeats = (locationID: number, { onMet }: { onMet: (bookings: BookingCard[]) => void }) =>
  useScheduleCall(
    async ({ reason, keptBookingIDs, ...time }: BodyOf<typeof closeSeats>): Promise<boolean> => {
      const { bookings } = await call(previewClosure, { params: { locationID }, body: time });
      if (bookings.some(({ bookingID }) => !keptBookingIDs?.includes(bookingID))) {
        onMet(bookings);
        return false;
      }
      await call(closeSeats, { params: { locationID }, body: { ...time, reason, keptBookingIDs } });
      return true;
    },
  );

export const useReopenSeat = () =>
  useScheduleCall(({ closureID }: Closure) => call(reopenSeat, { params: { closureID } }));

export const useAddHolidays = () =>
  useScheduleCall((holidays: BodyOf<typeof addHolidays>['holidays']) =>
    call(addHolidays, { body: { holidays } }),
  );

export const useRemoveHoliday = () =>
  useScheduleCall(({ holidayID }: Holiday) => call(removeHoliday, { params: { holidayID } }));

export const useUnsetSpecialDay = (locationID: number) =>
  useScheduleCall((date: string) => call(unsetSpecialDay, { params: { locationID, date } }));

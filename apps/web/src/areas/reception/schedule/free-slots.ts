import { bookSlot, listFreeSlots, type Slot } from '@snimok/contract/reception/schedule';
import { listOpenLocations } from '@snimok/contract/reception/locations';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { CallProblem, call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type FreeSlot = z.output<typeof Slot>;

export type OpenLocation = z.output<
  (typeof listOpenLocations)['schema']['response'][200]
>['locations'][number];

/** Servers of earlier versions send neither. */
const NO_PRICES = { prices: [], preparation: '' };

export const openLocationsQuery = queryOptions({
  queryKey: ['schedule', 'open-locations'],
  queryFn: async () => {
    const { locations } = await call(listOpenLocations);
    return locations.map((location) => ({ ...NO_PRICES, ...location }));
  },
});

/**
 * The free slots are never read from the cache, because another user may have booked one since the last
 * request.
 */
export const freeSlotsQuery = (locationID: number, date: string) =>
  queryOptions({
    queryKey: ['schedule', 'free', locationID, date],
    queryFn: async () => (await call(listFreeSlots, { params: { locationID, date } })).slots,
    staleTime: 0,
    gcTime: 0,
  });

interface SlotBooking {
  locationID: number;
  date: string;
  slotUUID: string;
  patientName: string;
  patientPhone: string;
  studyComment: string;
  examinationID: number | null;
  reminderAgreed: boolean;
  patientEmail: string | null;
}

export const useBookSlot = () =>
  useMutation({
    mutationFn: async ({ locationID, date, slotUUID, ...body }: SlotBooking) => {
      const reply = await call(bookSlot, { params: { locationID, date, slotUUID }, body });
      // product 22.8: the reply has an error field, whatever its status
      if ('error' in reply && typeof reply.error === 'string' && reply.error !== '')
        throw new CallProblem(200, reply.error);
    },
    onSettled: useRefresh(['schedule', 'free']),
  });

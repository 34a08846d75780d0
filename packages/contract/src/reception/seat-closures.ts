import { z } from 'zod';
import { CalendarDay, Id, JsonId, Name, NoContent } from '../values/fields.ts';
import { daysInOrder, WallTime, withinYear, yearAtMost } from './locations.ts';
import { Booking, OneLocation } from './schedule.ts';

/** Seats, and the time between two moments of the centre's wall clock. */
const ClosedTime = z.object({
  places: z.array(z.number().int().min(1).max(20)).min(1).max(20),
  firstDate: CalendarDay,
  from: WallTime,
  lastDate: CalendarDay,
  to: WallTime,
});
const ordered = <Time extends typeof ClosedTime>(time: Time) =>
  time
    .refine(({ firstDate, from, lastDate, to }) => `${firstDate} ${from}` < `${lastDate} ${to}`, daysInOrder)
    .refine(withinYear, yearAtMost);

export const previewClosure = {
  method: 'POST',
  url: '/assistant/schedule/locations/:locationID/closures/preview',
  access: { assistant: 'booking' },
  schema: {
    summary: 'The bookings that closing these seats for this time would affect',
    params: OneLocation,
    body: ordered(ClosedTime),
    response: { 200: z.object({ bookings: z.array(Booking) }) },
  },
} as const;

export const closeSeats = {
  method: 'POST',
  url: '/assistant/schedule/locations/:locationID/closures',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Close seats for a while; 409 when there are bookings at them that the request does not keep',
    params: OneLocation,
    body: ordered(
      ClosedTime.extend({
        reason: Name,
        /** bookings that stay although their seat is closed */
        keptBookingIDs: z.array(JsonId).max(100_000).default([]),
      }),
    ),
    response: { 204: NoContent },
  },
} as const;

export const reopenSeat = {
  method: 'DELETE',
  url: '/assistant/schedule/closures/:closureID',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Open a closed seat again',
    params: z.object({ closureID: Id }),
    response: { 204: NoContent },
  },
} as const;

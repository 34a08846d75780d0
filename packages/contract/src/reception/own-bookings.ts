import { z } from 'zod';
import {
  CalendarDay,
  Id,
  Instant,
  JsonId,
  NoContent,
  Offset,
  pageOf,
  ShortText,
  Uuid,
} from '../values/fields.ts';
import { BookingStatus, Slot } from './schedule.ts';
import { VisitContacts } from './visits.ts';

/** The free times of one centre on one day. */
const FreeTimes = z.object({ locationID: z.number().int(), slots: z.array(Slot) });

/** Days with free times in at least one centre. */
export const FreeDay = z.object({ date: CalendarDay, locations: z.array(FreeTimes) });

/** A booking as the people of its client see it. */
export const OwnBooking = z.object({
  bookingID: z.number().int(),
  locationID: z.number().int(),
  locationName: z.string(),
  locationAddress: z.string(),
  date: CalendarDay,
  beginsAt: Instant,
  endsAt: Instant,
  status: BookingStatus,
  patientName: z.string(),
  patientPhone: z.string(),
  /** the card that was chosen for the booking */
  patientID: z.number().int().nullable(),
  studyComment: z.string(),
  /** the examination that was chosen, and its present price at the location; absent from servers of earlier versions */
  examination: z
    .object({ examinationID: z.number().int(), name: z.string(), rubles: z.number().int().nullable() })
    .nullish(),
  cancelReason: z.string(),
  moved: z.boolean(),
  /** how patients prepare, and what they bring */
  preparation: z.string(),
  /** contacts of the location, otherwise of the centre; absent from servers of earlier versions */
  contacts: VisitContacts.optional(),
  /** the newest referral of the booking; also null for people who see no referrals */
  referral: z.object({ referralUUID: Uuid, number: z.number().int() }).nullish(),
  /** the patient agreed to a reminder */
  reminder: z.boolean(),
  /** the address for the reminder; null for a text message, absent from servers of earlier versions */
  reminderEmail: z.string().nullish(),
  reminded: z.boolean(),
  /** a message that names this time was sent to the patient; absent from servers of earlier versions */
  informed: z.boolean().optional(),
  /** the patient has confirmed this time by the link of the reminder */
  confirmed: z.boolean(),
  /** the visit has not begun, so the booking can be moved and cancelled */
  can: z.object({ change: z.boolean() }),
});

const OneBooking = z.object({ bookingID: Id });

export const listFreeDays = {
  method: 'GET',
  url: '/doctor/schedule/free-days',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'The next days with free times, of all centres at once or of one',
    querystring: z.object({
      /** the first day of the search; by default the first bookable one */
      from: CalendarDay.optional(),
      locationID: Id.optional(),
      /** only locations that have a price for this examination */
      examinationID: Id.optional(),
      count: z.coerce
        .string()
        .regex(/^([1-9]|1[0-4])$/)
        .transform(Number)
        .meta({ type: 'integer', minimum: 1, maximum: 14 })
        .default(7),
    }),
    response: {
      200: z.object({
        days: z.array(FreeDay),
        /** the first day after these that has free times */
        next: CalendarDay.nullable(),
      }),
    },
  },
} as const;

export const listOpenDays = {
  method: 'GET',
  url: '/doctor/schedule/locations/:locationID/open-days',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'The bookable days on which a centre is open',
    params: z.object({ locationID: Id }),
    response: { 200: z.object({ days: z.array(z.object({ date: CalendarDay, free: z.number().int() })) }) },
  },
} as const;

export const listOwnBookings = {
  method: 'GET',
  url: '/doctor/schedule/bookings',
  access: { doctor: 'everyone' },
  schema: {
    summary:
      'Bookings of the client: the upcoming ones, the next first, or the past and cancelled ones, the latest first',
    querystring: Offset.extend({ view: z.enum(['upcoming', 'past']).default('upcoming') }),
    response: { 200: pageOf('bookings', OwnBooking) },
  },
} as const;

export const getOwnBooking = {
  method: 'GET',
  url: '/doctor/schedule/bookings/:bookingID',
  access: { doctor: 'everyone' },
  schema: { summary: 'One booking of the client', params: OneBooking, response: { 200: OwnBooking } },
} as const;

export const getBookingCalendar = {
  method: 'GET',
  url: '/doctor/schedule/bookings/:bookingID/calendar',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'The booking as an iCalendar file (RFC 5545)',
    params: OneBooking,
    response: { 200: z.any() },
  },
} as const;

export const moveOwnBooking = {
  method: 'POST',
  url: '/doctor/schedule/bookings/:bookingID/move',
  access: { doctor: 'everyone' },
  schema: {
    summary:
      'Move a booking to another slot; 409 when that slot is taken, and the booking then stays as it was',
    params: OneBooking,
    body: z.object({ locationID: JsonId, date: CalendarDay, slotUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;

export const cancelOwnBooking = {
  method: 'POST',
  url: '/doctor/schedule/bookings/:bookingID/cancel',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Cancel a booking; its slot is free again',
    params: OneBooking,
    body: z.object({ reason: ShortText.default('') }),
    response: { 204: NoContent },
  },
} as const;

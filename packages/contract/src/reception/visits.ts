import { z } from 'zod';
import { anyone } from '../people/access.ts';
import { CalendarDay, Instant, Uuid } from '../values/fields.ts';
import { Slot } from './schedule.ts';

/** How patients reach a location, and its licence. Each comes from the location if it has one, otherwise from the centre. */
export const VisitContacts = z.object({
  phones: z.array(z.string()),
  hours: z.string(),
  licence: z.string(),
});

/**
 * A booking as its patient sees it by the link of a confirmation or reminder. The token of the link is in the body, so that no
 * log contains it. The patient's name is left out, because the link may have been passed on.
 */
export const Visit = z.object({
  beginsAt: Instant,
  endsAt: Instant,
  date: CalendarDay,
  /** the centre's time zone, in which the times are shown */
  timeZone: z.string(),
  locationName: z.string(),
  locationAddress: z.string(),
  preparation: z.string(),
  /** absent from servers of earlier versions */
  contacts: VisitContacts.optional(),
  status: z.enum(['booked', 'cancelled']),
  confirmed: z.boolean(),
  /** an iCalendar file (RFC 5545) */
  calendar: z.string(),
});

const Token = z.object({ token: z.string().max(500) });
const tokenRefused = '404: wrong, or the visit is over';

export const getVisit = {
  method: 'POST',
  url: '/visit',
  access: anyone,
  schema: {
    summary: `The visit to which the link of a confirmation or reminder leads. ${tokenRefused}`,
    body: Token,
    response: { 200: Visit },
  },
} as const;

export const listVisitTimes = {
  method: 'POST',
  url: '/visit/free-days',
  access: anyone,
  schema: {
    summary: 'The next days with free times at the centre of the visit',
    body: Token.extend({ from: CalendarDay.optional() }),
    response: {
      200: z.object({
        days: z.array(z.object({ date: CalendarDay, slots: z.array(Slot) })),
        /** the first day after these that has free times */
        next: CalendarDay.nullable(),
      }),
    },
  },
} as const;

export const confirmVisit = {
  method: 'POST',
  url: '/visit/confirm',
  access: anyone,
  schema: { summary: 'Record that the patient will come', body: Token, response: { 200: Visit } },
} as const;

export const moveVisit = {
  method: 'POST',
  url: '/visit/move',
  access: anyone,
  schema: {
    summary: 'Move the visit to another time at the same centre; 409 when that time is taken',
    body: Token.extend({ date: CalendarDay, slotUUID: Uuid }),
    response: { 200: Visit },
  },
} as const;

export const cancelVisit = {
  method: 'POST',
  url: '/visit/cancel',
  access: anyone,
  schema: { summary: 'Cancel the visit; its time is free again', body: Token, response: { 200: Visit } },
} as const;

import { z } from 'zod';
import { CalendarDay, Comment, Id, JsonId, Name, NoContent, ShortText } from '../values/fields.ts';
import { StudyType } from '../studies/studies.ts';
import { LocationContacts } from '../values/location-contacts.ts';

/** HH:MM in the centre's time zone; `24:00` is the end of a day. */
export const WallTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
const Interval = z.object({ from: WallTime, to: WallTime });
/** 1 is Monday (ISO 8601). */
const WeekdayInterval = Interval.extend({ weekday: z.number().int().min(1).max(7) });

type Times = z.output<typeof Interval>;
const inOrder = (hours: Times[]) => hours.every(({ from, to }) => from < to);
const withoutOverlap = (hours: (Times & { weekday?: number })[]) =>
  hours.every((one, at) =>
    hours.slice(at + 1).every((other) => {
      const sameDay = one.weekday === other.weekday;
      return !sameDay || one.to <= other.from || other.to <= one.from;
    }),
  );
export const WeekHours = z
  .array(WeekdayInterval)
  .max(70)
  .refine(inOrder, { params: { code: 'hours-order' } })
  .refine(withoutOverlap, { params: { code: 'hours-overlap' } });
const DayHours = z
  .array(Interval)
  .max(10)
  .refine(inOrder, { params: { code: 'hours-order' } })
  .refine(withoutOverlap, { params: { code: 'hours-overlap' } });

interface Days {
  firstDate: string;
  lastDate: string;
}
const YEAR_MS = 366 * 86_400_000;
export const withinYear = ({ firstDate, lastDate }: Days) =>
  Date.parse(lastDate) - Date.parse(firstDate) < YEAR_MS;
export const yearAtMost = { path: ['lastDate'], params: { code: 'range-too-long' } };
export const daysInOrder = { path: ['lastDate'], params: { code: 'days-order' } };

/** A chair or a machine; each seat takes one patient at a time. */
const Seat = z.object({ name: Name, type: StudyType.nullable() });
const Price = z.object({
  name: Name,
  rubles: z.number().int().min(0).max(1_000_000),
  /** an examination of the list; a location offers those for which it has a price. Absent for any other service. */
  examinationID: JsonId.optional(),
});

/** The rules of a location besides its hours. If a change does not contain a rule, the rule stays as it is. */
const LocationRules = z.object({
  /** times of the week without slots; a slot that overlaps a break only in part is left out as well */
  breaks: WeekHours,
  /** minutes between two slots */
  bufferMinutes: z.number().int().min(0).max(120),
  /** clients book at least this many hours ahead; null: from tomorrow */
  leadHours: z.number().int().min(0).max(720).nullable(),
  /** clients book at most this many days ahead */
  horizonDays: z.number().int().min(1).max(365),
  /** in the order of their numbers; a seat may have no name besides its number */
  seats: z.array(Seat).max(20),
  /** shown to clients who book */
  prices: z.array(Price).max(50),
  /** what the patient does before the examination; part of the confirmation */
  preparation: Comment,
});

export const LocationFacts = LocationRules.partial().extend({
  name: Name,
  address: ShortText.default(''),
  ...LocationContacts,
  /** number of patients at the same time */
  capacity: z.number().int().min(1).max(20),
  slotMinutes: z.number().int().min(5).max(240),
  /** opening hours of a week; the gaps between intervals of one day are breaks */
  hours: WeekHours,
});
const SpecialDay = z.object({ date: CalendarDay, hours: z.array(Interval) });
const Holiday = z.object({
  holidayID: z.number().int(),
  /** null: all locations */
  locationID: z.number().int().nullable(),
  name: z.string(),
  firstDate: CalendarDay,
  lastDate: CalendarDay,
});
export const Location = z.object({
  locationID: z.number().int(),
  name: z.string(),
  address: z.string(),
  /** empty where the centre's contacts apply; absent from servers of earlier versions */
  phones: z.array(z.string()).optional(),
  hoursText: z.string().optional(),
  licence: z.string().optional(),
  capacity: z.number().int(),
  slotMinutes: z.number().int(),
  hours: z.array(WeekdayInterval),
  breaks: z.array(WeekdayInterval),
  bufferMinutes: z.number().int(),
  leadHours: z.number().int().nullable(),
  horizonDays: z.number().int(),
  seats: z.array(Seat),
  prices: z.array(Price),
  preparation: z.string(),
  archived: z.boolean(),
  /** revision of everything that an edit replaces; absent from servers of earlier versions */
  revision: z.string().optional(),
  /** days from today on that are days off (no hours) or have different hours */
  specialDays: z.array(SpecialDay),
});

const OneLocation = z.object({ locationID: Id });
const OneDay = z.object({ locationID: Id, date: CalendarDay });

export const listOpenLocations = {
  method: 'GET',
  url: '/doctor/schedule/locations',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Centres in which patients can be booked',
    response: {
      200: z.object({
        locations: z.array(
          z.object({
            locationID: z.number().int(),
            name: z.string(),
            address: z.string(),
            /** the first and the last day that clients can book here */
            firstDate: CalendarDay,
            lastDate: CalendarDay,
            /** the price list, without examinations that clients cannot request */
            prices: z.array(Price),
            preparation: z.string(),
          }),
        ),
      }),
    },
  },
} as const;

export const listLocations = {
  method: 'GET',
  url: '/assistant/schedule/locations',
  access: { assistant: 'booking', token: 'bookings:read' },
  schema: {
    summary: 'Centres with their hours, the archived ones last',
    response: {
      200: z.object({
        locations: z.array(Location),
        /** holidays that are not over */
        holidays: z.array(Holiday),
        timeZone: z.string(),
      }),
    },
  },
} as const;

export const createLocation = {
  method: 'POST',
  url: '/assistant/schedule/locations',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Add a centre',
    body: LocationFacts,
    response: { 201: z.object({ locationID: JsonId }) },
  },
} as const;

export const updateLocation = {
  method: 'PUT',
  url: '/assistant/schedule/locations/:locationID',
  access: { assistant: 'booking' },
  schema: {
    summary:
      "Change a centre's name, hours and slots; existing bookings stay as they are; 409 when the centre has changed since the given revision",
    params: OneLocation,
    body: LocationFacts.extend({ revision: z.string().max(100).optional() }),
    response: { 204: NoContent },
  },
} as const;

export const archiveLocation = {
  method: 'PUT',
  url: '/assistant/schedule/locations/:locationID/archived',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Close a centre for booking, or open it again; 409 while somebody is booked there',
    params: OneLocation,
    body: z.object({ archived: z.boolean() }),
    response: { 204: NoContent },
  },
} as const;

export const setSpecialDay = {
  method: 'PUT',
  url: '/assistant/schedule/locations/:locationID/special-days/:date',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Set a day off (no hours) or a day with its own hours',
    params: OneDay,
    body: z.object({ hours: DayHours }),
    response: { 204: NoContent },
  },
} as const;

export const unsetSpecialDay = {
  method: 'DELETE',
  url: '/assistant/schedule/locations/:locationID/special-days/:date',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Remove a special day: the weekly hours apply again',
    params: OneDay,
    response: { 204: NoContent },
  },
} as const;

const NewHoliday = z
  .object({
    locationID: JsonId.nullable(),
    name: Name,
    firstDate: CalendarDay,
    lastDate: CalendarDay,
  })
  .refine(({ firstDate, lastDate }) => firstDate <= lastDate, daysInOrder)
  .refine(withinYear, yearAtMost);

export const addHolidays = {
  method: 'POST',
  url: '/assistant/schedule/holidays',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Close one centre or all of them for some days; holidays that exist are not added again',
    body: z.object({ holidays: z.array(NewHoliday).min(1).max(50) }),
    response: { 204: NoContent },
  },
} as const;

export const removeHoliday = {
  method: 'DELETE',
  url: '/assistant/schedule/holidays/:holidayID',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Remove a holiday: the weekly hours apply to its days again',
    params: z.object({ holidayID: Id }),
    response: { 204: NoContent },
  },
} as const;

import { z } from 'zod';
import { CalendarDay, Id, JsonId, Name, NoContent, ShortText } from './fields.ts';

/** HH:MM in the centre's time zone; `24:00` is the end of a day. */
const WallTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
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
const WeekHours = z
  .array(WeekdayInterval)
  .max(70)
  .refine(inOrder, { params: { code: 'hours-order' } })
  .refine(withoutOverlap, { params: { code: 'hours-overlap' } });
const DayHours = z
  .array(Interval)
  .max(10)
  .refine(inOrder, { params: { code: 'hours-order' } })
  .refine(withoutOverlap, { params: { code: 'hours-overlap' } });

export const LocationFacts = z.object({
  name: Name,
  address: ShortText.default(''),
  /** number of patients at the same time */
  capacity: z.number().int().min(1).max(20),
  slotMinutes: z.number().int().min(5).max(240),
  /** opening hours of a week; the gaps between intervals of one day are breaks */
  hours: WeekHours,
});
const SpecialDay = z.object({ date: CalendarDay, hours: z.array(Interval) });
export const Location = z.object({
  locationID: z.number().int(),
  name: z.string(),
  address: z.string(),
  capacity: z.number().int(),
  slotMinutes: z.number().int(),
  hours: z.array(WeekdayInterval),
  archived: z.boolean(),
  /** from today on: days off (no hours) and days with different hours */
  specialDays: z.array(SpecialDay),
});

const OneLocation = z.object({ locationID: Id });
const OneDay = z.object({ locationID: Id, date: CalendarDay });

export const listOpenLocations = {
  method: 'GET',
  url: '/doctor/schedule/locations',
  schema: {
    summary: 'Centres that patients can be booked in',
    response: {
      200: z.object({
        locations: z.array(z.object({ locationID: z.number().int(), name: z.string(), address: z.string() })),
      }),
    },
  },
} as const;

export const listLocations = {
  method: 'GET',
  url: '/assistant/schedule/locations',
  schema: {
    summary: 'Centres with their hours, the archived ones last',
    response: { 200: z.object({ locations: z.array(Location), timeZone: z.string() }) },
  },
} as const;

export const createLocation = {
  method: 'POST',
  url: '/assistant/schedule/locations',
  schema: {
    summary: 'Add a centre',
    body: LocationFacts,
    response: { 201: z.object({ locationID: JsonId }) },
  },
} as const;

export const updateLocation = {
  method: 'PUT',
  url: '/assistant/schedule/locations/:locationID',
  schema: {
    summary: "Change a centre's name, hours and slots; bookings made stay as they are",
    params: OneLocation,
    body: LocationFacts,
    response: { 204: NoContent },
  },
} as const;

export const archiveLocation = {
  method: 'PUT',
  url: '/assistant/schedule/locations/:locationID/archived',
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
  schema: {
    summary: 'A day off (no hours) or a day with hours of its own',
    params: OneDay,
    body: z.object({ hours: DayHours }),
    response: { 204: NoContent },
  },
} as const;

export const unsetSpecialDay = {
  method: 'DELETE',
  url: '/assistant/schedule/locations/:locationID/special-days/:date',
  schema: { summary: 'A day as in every week', params: OneDay, response: { 204: NoContent } },
} as const;

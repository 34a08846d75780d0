import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { findLocation, listLocations, lockLocations } from './queries.ts';
import { deleteHoliday, findHoliday, type HolidayFacts, insertHolidays } from './special-days.ts';
import { sentences } from '../sentences.ts';

/** Closes one location or all of them for some days. A repeated request adds nothing. */
export const addHolidays = ({ db }: Context, { who, by }: Caller, holidays: HolidayFacts[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { locationID } of holidays) if (locationID !== null) await findLocation(tx, who, locationID);
    // bookings are serialised with the change of any location's days
    const all = await listLocations(tx, who);
    if (all.length > 0)
      await lockLocations(
        tx,
        all.map(({ id }) => id),
      );
    await insertHolidays(tx, holidays);
    await record(tx, by, { action: 'schedule.change' });
  });

export const removeHoliday = ({ db }: Context, { who, by }: Caller, holidayID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const holiday = await findHoliday(tx, holidayID);
    if (!holiday) throw notFound(sentences.noHoliday);
    if (holiday.locationID !== null) await findLocation(tx, who, holiday.locationID);
    await deleteHoliday(tx, holidayID);
    await record(tx, by, { action: 'schedule.change' });
  });

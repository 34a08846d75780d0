import type { Tx } from '../../../platform/db/client.ts';
import type { Interval } from './slots.ts';

/** Days with special opening hours from one day on, without holidays. `findDayRules` returns both. */
export const listSpecialDays = (db: Tx, locationIDs: number[], from: string) =>
  db
    .selectFrom('specialDays')
    .select(['locationID', 'day'])
    .select((special) => special.ref('hours').$castTo<Interval[]>().as('hours'))
    .where('locationID', 'in', locationIDs.length > 0 ? locationIDs : [0])
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('locationID')
    .execute();

/** Holidays of all locations or of one of these, without those that end before `from`. */
export const listHolidays = (db: Tx, locationIDs: number[], from: string) =>
  db
    .selectFrom('holidays')
    .selectAll()
    .where((holiday) =>
      holiday.or([
        holiday('locationID', 'is', null),
        holiday('locationID', 'in', locationIDs.length > 0 ? locationIDs : [0]),
      ]),
    )
    .where('lastDay', '>=', from)
    .orderBy('firstDay')
    .orderBy('id')
    .execute();

interface DayRules {
  /** the opening hours of a day that differ from the week's; undefined if they do not differ */
  hoursOf: (day: string) => Interval[] | undefined;
  /** the name of the holiday on which the location is closed; null on a special day */
  holidayOf: (day: string) => string | null;
  isSpecial: (day: string) => boolean;
}

/** What differs from the week at one location, from one day on. The hours of a special day take precedence over a holiday. */
export const findDayRules = async (db: Tx, locationID: number, from: string): Promise<DayRules> => {
  const special = new Map(
    (await listSpecialDays(db, [locationID], from)).map(({ day, hours }) => [day, hours]),
  );
  const holidays = await listHolidays(db, [locationID], from);
  const holidayOf = (day: string) =>
    special.has(day)
      ? null
      : (holidays.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)?.name ?? null);
  return {
    hoursOf: (day) => special.get(day) ?? (holidayOf(day) === null ? undefined : []),
    holidayOf,
    isSpecial: (day) => special.has(day),
  };
};

/** The opening hours of a day that differ from the week's; on a holiday there are none. */
export const findSpecialHours = async (
  db: Tx,
  { id }: { id: number },
  day: string,
): Promise<Interval[] | undefined> => (await findDayRules(db, id, day)).hoursOf(day);

export const upsertSpecialDay = async (
  db: Tx,
  locationID: number,
  day: string,
  hours: Interval[],
): Promise<void> => {
  const values = { hours: JSON.stringify(hours) };
  await db
    .insertInto('specialDays')
    .values({ locationID, day, ...values })
    .onConflict((row) => row.columns(['locationID', 'day']).doUpdateSet(values))
    .execute();
};

export const deleteSpecialDay = async (db: Tx, locationID: number, day: string): Promise<void> => {
  await db.deleteFrom('specialDays').where('locationID', '=', locationID).where('day', '=', day).execute();
};

export interface HolidayFacts {
  locationID: number | null;
  name: string;
  firstDay: string;
  lastDay: string;
}

/** Adds holidays. A holiday is left out if the same location already has one on its days. */
export const insertHolidays = async (db: Tx, holidays: HolidayFacts[]): Promise<void> => {
  await db
    .insertInto('holidays')
    .values(holidays)
    .onConflict((row) => row.doNothing())
    .execute();
};

export const findHoliday = (db: Tx, holidayID: number) =>
  db.selectFrom('holidays').selectAll().where('id', '=', holidayID).executeTakeFirst();

export const deleteHoliday = async (db: Tx, holidayID: number): Promise<void> => {
  await db.deleteFrom('holidays').where('id', '=', holidayID).execute();
};

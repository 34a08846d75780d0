import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleLocations } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { Interval, Rules, WeekdayInterval } from './slots.ts';

export interface LocationFacts {
  name: string;
  address: string;
  capacity: number;
  slotMinutes: number;
  hours: WeekdayInterval[];
}

const locations = (db: Tx, who: Actor) =>
  db
    .selectFrom('locations')
    .select(['id', 'name', 'address', 'capacity', 'slotMinutes', 'archivedAt'])
    // only this module writes the column, after validation by the contract
    .select((location) => location.ref('hours').$castTo<WeekdayInterval[]>().as('hours'))
    .where(visibleLocations(who));

export type LocationRow = Awaited<ReturnType<typeof findLocation>>;

export const listLocations = (db: Tx, who: Actor) =>
  locations(db, who)
    .orderBy(sql`archived_at is not null`)
    .orderBy(sql`name collate ${RUSSIAN_COLLATION}`)
    .orderBy('id')
    .execute();

export const findLocation = (db: Tx, who: Actor, locationID: number) =>
  locations(db, who)
    .where('id', '=', locationID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noLocation));

/**
 * Locks locations until the transaction ends, which serialises bookings, moves and changes of the rules there. Locks in
 * order of the id, so that two opposite moves do not deadlock.
 */
export const lockLocations = async (tx: Tx, ids: number[]): Promise<void> => {
  await tx
    .selectFrom('locations')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

const columnsOf = ({ hours, ...facts }: LocationFacts) => ({ ...facts, hours: JSON.stringify(hours) });

export const insertLocation = (db: Tx, facts: LocationFacts) =>
  db.insertInto('locations').values(columnsOf(facts)).returning('id').executeTakeFirstOrThrow();

export const updateLocation = async (db: Tx, id: number, facts: LocationFacts): Promise<void> => {
  await db.updateTable('locations').set(columnsOf(facts)).where('id', '=', id).execute();
};

export const updateArchived = async (db: Tx, id: number, archivedAt: Date | null): Promise<void> => {
  await db.updateTable('locations').set({ archivedAt }).where('id', '=', id).execute();
};

export const hasUpcomingBookings = async (db: Tx, locationID: number, from: Date): Promise<boolean> => {
  const booked = await db
    .selectFrom('bookings')
    .select('id')
    .where('locationID', '=', locationID)
    .where('status', '=', 'booked')
    .where('endsAt', '>', from)
    .limit(1)
    .executeTakeFirst();
  return booked !== undefined;
};

/** Days with special opening hours, from one day on. */
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

export const findSpecialHours = async (
  db: Tx,
  { id }: Pick<Rules, 'id'>,
  day: string,
): Promise<Interval[] | undefined> => {
  const found = await db
    .selectFrom('specialDays')
    .select((special) => special.ref('hours').$castTo<Interval[]>().as('hours'))
    .where('locationID', '=', id)
    .where('day', '=', day)
    .executeTakeFirst();
  return found?.hours;
};

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

import type { StudyType } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleLocations } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { RUSSIAN_COLLATION } from '../../../people/doctors/queries.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import type { WeekdayInterval } from './slots.ts';
import { sentences } from '../sentences.ts';

export interface LocationFacts {
  name: string;
  address: string;
  phones?: string[] | undefined;
  hoursText?: string | undefined;
  licence?: string | undefined;
  capacity: number;
  slotMinutes: number;
  hours: WeekdayInterval[];
  breaks?: WeekdayInterval[] | undefined;
  bufferMinutes?: number | undefined;
  leadHours?: number | null | undefined;
  horizonDays?: number | undefined;
  seats?: Seat[] | undefined;
  prices?: Price[] | undefined;
  preparation?: string | undefined;
}

interface Seat {
  name: string;
  type: z.output<typeof StudyType> | null;
}
export interface Price {
  name: string;
  rubles: number;
  examinationID?: number | undefined;
}

const locations = (db: Tx, who: Actor) =>
  db
    .selectFrom('locations')
    .select(['id', 'name', 'address', 'capacity', 'slotMinutes', 'archivedAt'])
    .select(['bufferMinutes', 'leadHours', 'horizonDays', 'preparation'])
    // only this module writes these columns, after validation by the contract
    .select((location) => [
      location.ref('hours').$castTo<WeekdayInterval[]>().as('hours'),
      location.ref('breaks').$castTo<WeekdayInterval[]>().as('breaks'),
      location.ref('seats').$castTo<Seat[]>().as('seats'),
      location.ref('prices').$castTo<Price[]>().as('prices'),
    ])
    .select(['phones', 'hoursText', 'licence'])
    .where(visibleLocations(who));

export type LocationRow = Awaited<ReturnType<typeof findLocation>>;

export const listLocations = (db: Tx, who: Actor) =>
  locations(db, who)
    .orderBy(sql`archived_at is not null`)
    .orderBy(sql`name collate ${RUSSIAN_COLLATION}`)
    .orderBy('id')
    .execute();

/** Names and addresses of the open locations, for letterheads. */
export const listCentres = async (db: Tx, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('locations')
    .select(['name', 'address'])
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ name, address }) => [name, address].filter(Boolean).join(', '));
};

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

/** A rule that is absent keeps its value; in a new row it gets the default of its column. */
const columnsOf = ({ hours, breaks, seats, prices, ...facts }: LocationFacts) => ({
  ...facts,
  hours: JSON.stringify(hours),
  ...(breaks && { breaks: JSON.stringify(breaks) }),
  ...(seats && { seats: JSON.stringify(seats) }),
  ...(prices && { prices: JSON.stringify(prices) }),
});

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

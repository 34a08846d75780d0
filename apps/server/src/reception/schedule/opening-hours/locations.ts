import { type Caller, type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import {
  findLocation,
  lockLocations,
  insertLocation,
  hasUpcomingBookings,
  type LocationFacts,
  updateArchived,
} from './queries.ts';
import { sentences } from '../sentences.ts';

export const createLocation = ({ db }: Context, by: Initiator, facts: LocationFacts): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id } = await insertLocation(tx, facts);
    await record(tx, by, { action: 'schedule.change', details: { locationID: id } });
    return id;
  });

interface Change extends Caller {
  locationID: number;
}

/** Changes a location under its lock, so that a concurrent booking sees either the old or the new rules. */
export const changeLocation = (
  { db }: Context,
  { who, by, locationID }: Change,
  apply: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await findLocation(tx, who, locationID);
    await lockLocations(tx, [locationID]);
    await apply(tx);
    await record(tx, by, { action: 'schedule.change', details: { locationID } });
  });

/** Archives or reopens a location; one with upcoming bookings cannot be archived. */
export const archiveLocation = (context: Context, change: Change, archived: boolean): Promise<void> =>
  changeLocation(context, change, async (tx) => {
    const now = context.clock.now();
    if (archived && (await hasUpcomingBookings(tx, change.locationID, now)))
      throw conflict(sentences.locationBooked);
    await updateArchived(tx, change.locationID, archived ? now : null);
  });

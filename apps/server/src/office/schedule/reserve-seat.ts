import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { listTakenSeats, type ReservedSeat } from './booking-queries.ts';
import { findLocation, findSpecialHours, lockLocations } from './queries.ts';
import { freeSeats, slotsOf } from './slots.ts';

export interface RequestedSlot {
  locationID: number;
  date: string;
  slotUUID: string;
}

/**
 * Finds the lowest free seat of a slot. The location is locked until the end of the transaction, so that concurrent
 * requests for the slot are serialised; in addition, an exclusion constraint refuses the same seat twice.
 * @param movedID the booking that is moved: its current seat counts as free
 */
export const reserveSeat = async (
  tx: Tx,
  { who, timeZone, now }: { who: Actor; timeZone: string; now: Date },
  { locationID, date, slotUUID }: RequestedSlot,
  movedID?: number,
): Promise<ReservedSeat> => {
  await lockLocations(tx, [locationID]);
  const location = await findLocation(tx, who, locationID);
  if (location.archivedAt) throw conflict(sentences.locationArchived);
  const slots = slotsOf(location, await findSpecialHours(tx, location, date), date, timeZone);
  const slot = slots.find((one) => one.slotUUID === slotUUID.toLowerCase());
  if (!slot) throw notFound(sentences.noSlot);
  if (slot.endsAt <= now) throw conflict(sentences.slotOver);
  const taken = await listTakenSeats(tx, locationID, { from: slot.beginsAt, to: slot.endsAt }, movedID);
  const [seat] = freeSeats(slot, taken, location.capacity);
  if (seat === undefined) throw conflict(sentences.slotTaken);
  return { locationID, day: date, place: seat, ...slot };
};

import type { Actor } from '../../../platform/access/actor.ts';
import { may } from '../../../platform/access/rules.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { findNewestBookingAt, listTakenSeats, type ReservedSeat } from '../booking-rows/booking-queries.ts';
import { findLocation, lockLocations } from '../opening-hours/queries.ts';
import { freeSeats, slotsOf } from '../opening-hours/slots.ts';
import { findSpecialHours } from '../opening-hours/special-days.ts';
import { isLateEnough, requireBookableDay } from '../opening-hours/window.ts';
import { sentences } from '../sentences.ts';

export interface RequestedSlot {
  locationID: number;
  date: string;
  slotUUID: string;
  /** the requested seat; without it, the lowest free one */
  place?: number | undefined;
}

/**
 * Finds the lowest free seat of a slot, or the requested one. Outside the bookable days only assistants book. The location is
 * locked until the end of the transaction, so that concurrent requests for the slot are serialised; in addition, an exclusion
 * constraint refuses the same seat twice.
 * @param movedID the booking that is moved: its current seat counts as free
 */
export const reserveSeat = async (
  tx: Tx,
  { who, timeZone, now }: { who: Actor; timeZone: string; now: Date },
  { locationID, date, slotUUID, place }: RequestedSlot,
  movedID?: number,
): Promise<ReservedSeat> => {
  await lockLocations(tx, [locationID]);
  const location = await findLocation(tx, who, locationID);
  if (location.archivedAt) throw conflict(sentences.locationArchived);
  const isStaff = may(who, 'schedule.manage');
  if (!isStaff) requireBookableDay(location, date, { timeZone, now });
  const slots = slotsOf(location, await findSpecialHours(tx, location, date), date, timeZone);
  const slot = slots.find((one) => one.slotUUID === slotUUID.toLowerCase());
  if (!slot) throw notFound(sentences.noSlot);
  if (slot.endsAt <= now) throw conflict(sentences.slotOver);
  if (!isStaff && !isLateEnough(location, slot, now)) throw conflict(sentences.slotTooSoon);
  const taken = await listTakenSeats(tx, locationID, { from: slot.beginsAt, to: slot.endsAt }, movedID);
  const takenBy = async () => {
    const span = { from: slot.beginsAt, to: slot.endsAt, place };
    const other = await findNewestBookingAt(tx, locationID, span);
    return other
      ? sentences.slotTakenBy(other.creatorName, momentOf(other.createdAt, timeZone))
      : sentences.slotTaken;
  };
  const free = freeSeats(slot, taken, location.capacity);
  const seat = place === undefined ? free[0] : free.find((one) => one === place);
  if (seat === undefined) throw conflict(isStaff ? await takenBy() : sentences.slotTaken);
  return { locationID, day: date, place: seat, ...slot };
};

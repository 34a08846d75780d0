import { type Caller, type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { publishBooking } from '../booking-rows/publish-booking.ts';
import {
  type BookingFacts,
  type BookingRow,
  findBooking,
  lockBooking,
  countOpenBookings,
  insertBooking,
  lockBookingsOf,
  type ReservedSeat,
  updateCancelled,
  updatePlace,
  updateSeat,
} from '../booking-rows/booking-queries.ts';
import { requireOffered } from '../opening-hours/examinations.ts';
import { scheduleReminder, notifyOfBookingState } from '../reminders-and-letters/letters.ts';
import { notifyOfBooking } from '../reminders-and-letters/notify-of-booking.ts';
import { findBookingOfRequest } from '../booking-rows/own-booking-queries.ts';
import { lockCard } from './own-bookings.ts';
import { informPatient, notifyPatientOfCancellation } from '../reminders-and-letters/patient-reminders.ts';
import { lockLocations } from '../opening-hours/queries.ts';
import { reserveSeat, type RequestedSlot } from './reserve-seat.ts';
import { sentences as ofBookings } from './sentences.ts';
import { sentences } from '../sentences.ts';

/** The subject of an audit record about a booking. */
export const subjectOf = ({
  id,
  doctorID,
  locationID,
}: Pick<BookingRow, 'id' | 'doctorID' | 'locationID'>) => ({
  doctorID,
  details: { bookingID: id, locationID },
});

type Booked = Omit<BookingFacts, 'createdAt'>;

/** Books a seat in a slot. A doctor's open bookings are limited. A repeated request gets the booking of the first. */
export const book = (
  context: Context,
  caller: Caller,
  requested: RequestedSlot,
  facts: Booked,
): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    const { who } = caller;
    const { bookingMaxOpen } = context.config;
    if (who.kind === 'doctor') await lockBookingsOf(tx, who.clientID);
    const repeated = facts.requestUUID && (await findBookingOfRequest(tx, who, facts.requestUUID));
    if (repeated) return repeated.id;
    if (facts.examinationID) await requireOffered(tx, facts.examinationID);
    const card = facts.patientID ? await lockCard(tx, who, facts.patientID) : null;
    if (card && facts.doctorID !== null && facts.doctorID !== card.doctorID)
      throw invalid(sentences.bookingCardOfAnother);
    const id = await insertInFreeSeat(context, tx, caller, requested, { ...facts, ...card });
    if (
      who.kind === 'doctor' &&
      (await countOpenBookings(tx, who.clientID, context.clock.now())) > bookingMaxOpen
    )
      throw conflict(sentences.tooManyBookings(bookingMaxOpen));
    return id;
  });

/** Reserves a seat and queues the confirmations and the reminders. The card of the patient is already locked. */
export const insertInFreeSeat = async (
  context: Context,
  tx: Tx,
  { who, by }: Caller,
  requested: RequestedSlot,
  facts: Booked,
): Promise<number> => {
  const { config, clock } = context;
  const now = clock.now();
  const seat = await reserveSeat(tx, { who, timeZone: config.timeZone, now }, requested);
  const { id } = await insertBooking(tx, { ...facts, createdAt: now }, seat);
  const booking = await findBooking(tx, who, id);
  await record(tx, by, { action: 'booking.create', ...subjectOf(booking) });
  await notifyOfBookingState(tx, config, 'booking', booking, now);
  await scheduleReminder(tx, config, booking, now);
  await publishBooking(tx, booking);
  await notifyOfBooking(tx, config, { event: 'booking.made', booking, now });
  await informPatient(context, tx, booking, now);
  return id;
};

/**
 * Moves a booking to another slot in one transaction; if that slot has no free seat, the booking keeps its seat.
 * @throws Problem 409, also if the booking no longer begins at `seenAt`, because a colleague has moved it
 */
export const move = (
  context: Context,
  { who, by }: Caller,
  bookingID: number,
  requested: RequestedSlot,
  seenAt?: Date,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { config, clock } = context;
    const now = clock.now();
    const { locationID } = await findBooking(tx, who, bookingID);
    await lockLocations(tx, [locationID, requested.locationID]);
    await lockBooking(tx, bookingID);
    const before = await findBooking(tx, who, bookingID);
    requireOpen(before);
    // the request is repeated, for example by a double click
    if (isIn(before, requested) && (requested.place ?? before.place) === before.place) return;
    if (seenAt && before.beginsAt.getTime() !== seenAt.getTime())
      throw conflict(ofBookings.alreadyMoved(momentOf(before.beginsAt, config.timeZone)));
    const seat = await reserveSeat(tx, { who, timeZone: config.timeZone, now }, requested, bookingID);
    if (isSameTime(before, seat)) return changePlace(tx, by, before, seat.place);
    await updateSeat(tx, bookingID, seat);
    const booking = await findBooking(tx, who, bookingID);
    await record(tx, by, { action: 'booking.move', ...subjectOf(booking) });
    await notifyOfBookingState(tx, config, 'booking-moved', booking, now);
    await scheduleReminder(tx, config, booking, now);
    await publishBooking(tx, booking);
    await notifyOfBooking(tx, config, { event: 'booking.moved', booking, now });
    await informPatient(context, tx, booking, now);
  });

const isSameTime = (before: BookingRow, seat: ReservedSeat) =>
  before.locationID === seat.locationID &&
  before.beginsAt.getTime() === seat.beginsAt.getTime() &&
  before.endsAt.getTime() === seat.endsAt.getTime();

/** The client is not informed, because nothing changes for the patient. */
const changePlace = async (tx: Tx, by: Initiator, booking: BookingRow, place: number): Promise<void> => {
  await updatePlace(tx, booking.id, place);
  await record(tx, by, { action: 'booking.move', ...subjectOf(booking) });
  await publishBooking(tx, booking);
};

export const cancel = (
  context: Context,
  { who, by }: Caller,
  bookingID: number,
  reason: string,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    requireOpen(await findBooking(tx, who, bookingID));
    await updateCancelled(tx, bookingID, reason);
    const booking = await findBooking(tx, who, bookingID);
    await record(tx, by, { action: 'booking.cancel', ...subjectOf(booking) });
    const { config } = context;
    const now = context.clock.now();
    await notifyPatientOfCancellation(context, tx, booking, now);
    await notifyOfBookingState(tx, config, 'booking-cancelled', booking, now);
    await publishBooking(tx, booking);
    await notifyOfBooking(tx, config, { event: 'booking.cancelled', booking, now });
  });

const isIn = (booking: BookingRow, { locationID, date, slotUUID }: RequestedSlot): boolean =>
  booking.locationID === locationID && booking.day === date && booking.slotUUID === slotUUID.toLowerCase();

/** @throws Problem 409 for a booking that is cancelled or whose patient has come */
export const requireOpen = ({ status }: BookingRow): void => {
  if (status === 'cancelled') throw conflict(sentences.bookingCancelled);
  if (status === 'come') throw conflict(sentences.bookingAlreadyArrived);
};

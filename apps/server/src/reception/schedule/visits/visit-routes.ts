import {
  cancelVisit,
  confirmVisit,
  getVisit,
  listVisitTimes,
  moveVisit,
  type Visit,
} from '@snimok/contract/reception/visits';
import type { z } from 'zod';
import type { Visitor } from '../../../platform/access/actor.ts';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { findContacts } from '../../../platform/letterhead/letterhead.ts';
import { requireEnabled } from '../../../platform/http/require-enabled.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { countAttempt, countFailure, networkOf } from '../../../people/accounts/limits/throttle.ts';
import { type BookingRow, findBooking, lockBooking } from '../booking-rows/booking-queries.ts';
import { cancel, move } from '../bookings/bookings.ts';
import { listFreeDays } from '../bookings/free-days.ts';
import { contactsOf, patientCalendar, requireNotBegun } from '../bookings/own-bookings.ts';
import { preparationOf } from '../reminders-and-letters/preparation.ts';
import { isConfirmed, presentFreeSlot } from '../bookings/present.ts';
import { publishBooking } from '../booking-rows/publish-booking.ts';
import { findVisitID, updateConfirmed } from '../booking-rows/visit-queries.ts';
import { sentences } from '../sentences.ts';

/** Limits per quarter of an hour: wrong links of one network; changes and lists of times of one visit. */
const ADDRESS_FAILURES = 100;
const CHANGES = 20;
const LISTS = 120;

/** Days with free times that the patient sees at once. */
const DAYS = 7;

/**
 * A patient's own booking, by the link of a confirmation or reminder. The token is in the body of every request, so that no
 * URL contains it. A wrong link gets the same answer as the link of an earlier visit or of an erased patient.
 */
export const visitRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'scheduleEnabled', () => undefined);
  readRoutes(app, context, onRequest);
  changeRoutes(app, context, onRequest);
};

type OnRequest = ReturnType<typeof requireEnabled>;

/** The booking to which the link leads, with the patient as the caller. */
const openVisit = async (
  context: Context,
  { ip, body: { token } }: { ip: string; body: { token: string } },
): Promise<{ caller: Caller & { who: Visitor }; booking: BookingRow }> => {
  const { db, clock } = context;
  const bookingID = await findVisitID(db, hashToken(token), clock.now());
  if (bookingID === undefined) {
    const limit = { key: `visit-address:${networkOf(ip)}`, attempts: ADDRESS_FAILURES };
    await countFailure(context, [limit], sentences.tooManyTries);
    throw notFound(sentences.gone);
  }
  const who: Visitor = { kind: 'visitor', bookingID };
  const booking = await findBooking(db, who, bookingID);
  return { caller: { who, by: { actor: who, address: ip } }, booking };
};

const presentVisit = async (
  { db, config, clock }: Context,
  booking: BookingRow,
): Promise<z.input<typeof Visit>> => ({
  beginsAt: booking.beginsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  date: booking.day,
  timeZone: config.timeZone,
  locationName: booking.locationName,
  locationAddress: booking.locationAddress,
  preparation: preparationOf(booking),
  contacts: contactsOf(booking, await findContacts(db)),
  status: booking.status === 'cancelled' ? 'cancelled' : 'booked',
  confirmed: isConfirmed(booking),
  calendar: patientCalendar(booking, config.publicURL, clock.now()),
});

const readRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  app.route({
    ...getVisit,
    onRequest,
    handler: async (request) => presentVisit(context, (await openVisit(context, request)).booking),
  });

  app.route({
    ...listVisitTimes,
    onRequest,
    handler: async (request) => {
      const { caller, booking } = await openVisit(context, request);
      const limit = { key: `visit-times:${booking.id}`, attempts: LISTS };
      await countAttempt(context, [limit], sentences.tooManyTries);
      const { locationID } = booking;
      const wanted = { from: request.body.from, locationID, count: DAYS };
      const { days, next } = await listFreeDays(context, caller.who, wanted);
      const presented = days.map(({ date, locations }) => ({
        date,
        slots: locations.flatMap(({ slots }) => slots.map(presentFreeSlot)),
      }));
      return { days: presented, next };
    },
  });
};

const changeRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  const { db, clock } = context;

  /** The visit, if it may still be changed; counts the attempt. */
  const openToChange = async (request: Parameters<typeof openVisit>[1]) => {
    const visit = await openVisit(context, request);
    const limit = { key: `visit:${visit.booking.id}`, attempts: CHANGES };
    await countAttempt(context, [limit], sentences.tooManyTries);
    requireNotBegun(visit.booking, clock.now());
    return visit;
  };
  const changed = async ({ who }: { who: Visitor }) =>
    presentVisit(context, await findBooking(db, who, who.bookingID));

  app.route({
    ...confirmVisit,
    onRequest,
    handler: async (request) => {
      const { caller } = await openToChange(request);
      await confirm(context, caller);
      return changed(caller);
    },
  });

  app.route({
    ...moveVisit,
    onRequest,
    handler: async (request) => {
      const { caller, booking } = await openToChange(request);
      const { date, slotUUID } = request.body;
      await move(context, caller, booking.id, { locationID: booking.locationID, date, slotUUID });
      return changed(caller);
    },
  });

  app.route({
    ...cancelVisit,
    onRequest,
    handler: async (request) => {
      const { caller, booking } = await openToChange(request);
      // the request is repeated, for example by a double click
      if (booking.status !== 'cancelled')
        await cancel(context, caller, booking.id, 'Пациент отменил запись по ссылке из сообщения');
      return changed(caller);
    },
  });
};

/** Records that the patient will come at the present time of the booking. */
const confirm = ({ db }: Context, { who, by }: Caller & { who: Visitor }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBooking(tx, who.bookingID);
    const booking = await findBooking(tx, who, who.bookingID);
    if (booking.status !== 'booked') throw conflict(sentences.bookingCancelled);
    if (isConfirmed(booking)) return;
    await updateConfirmed(tx, booking.id, booking.beginsAt);
    const { id: bookingID, doctorID, locationID } = booking;
    await record(tx, by, { action: 'booking.confirm', doctorID, details: { bookingID, locationID } });
    await publishBooking(tx, booking);
  });

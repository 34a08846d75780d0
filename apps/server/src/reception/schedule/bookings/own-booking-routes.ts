import { PAGE_SIZE } from '@snimok/contract/values/fields';
import {
  cancelOwnBooking,
  getBookingCalendar,
  getOwnBooking,
  listFreeDays,
  listOpenDays,
  listOwnBookings,
  moveOwnBooking,
} from '@snimok/contract/reception/own-bookings';
import { setOwnReminder } from '@snimok/contract/reception/visit-reminders';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorize } from '../../../platform/access/rules.ts';
import { callerOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { findContacts } from '../../../platform/letterhead/letterhead.ts';
import { requireEnabled } from '../../../platform/http/require-enabled.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { attachment } from '../../../platform/outside/storage/content-disposition.ts';
import { type BookingRow, findBooking } from '../booking-rows/booking-queries.ts';
import { cancel, move } from './bookings.ts';
import * as freeDays from './free-days.ts';
import * as own from '../booking-rows/own-booking-queries.ts';
import { clientCalendar, presentOwnBooking, requireNotBegun } from './own-bookings.ts';
import { presentFreeSlot } from './present.ts';
import { findLocation } from '../opening-hours/queries.ts';
import { setReminderConsent } from './reminder-consent.ts';

type OnRequest = ReturnType<typeof requireEnabled>;

/** The free times of all centres, and a client's own bookings. */
export const ownBookingRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
    authorize(actor, 'schedule.book'),
  );
  freeTimeRoutes(app, context, onRequest);
  readRoutes(app, context, onRequest);
  changeRoutes(app, context, onRequest);
};

const freeTimeRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  app.route({
    ...listFreeDays,
    onRequest,
    handler: async ({ actor, query }) => {
      const { days, next } = await freeDays.listFreeDays(context, actor, query);
      const presented = days.map(({ date, locations }) => ({
        date,
        locations: locations.map(({ locationID, slots }) => ({
          locationID,
          slots: slots.map(presentFreeSlot),
        })),
      }));
      return { days: presented, next };
    },
  });

  app.route({
    ...listOpenDays,
    onRequest,
    handler: async ({ actor, params }) => {
      const location = await findLocation(context.db, actor, params.locationID);
      return { days: await freeDays.listOpenDays(context, location) };
    },
  });
};

const readRoutes = (app: Routes, { db, clock, config }: Context, onRequest: OnRequest): void => {
  const present = async (actor: Actor, rows: BookingRow[]) => {
    const ids = rows.map(({ id }) => id);
    const referrals = await own.findReferralsOf(db, actor, ids);
    const surroundings = { now: clock.now(), centre: await findContacts(db), referrals };
    return rows.map((row) => presentOwnBooking(row, surroundings));
  };

  app.route({
    ...listOwnBookings,
    onRequest,
    handler: async ({ actor, query: { view, offset } }) => {
      const now = clock.now();
      const page = { now, offset, limit: PAGE_SIZE };
      const { rows, total } = await own.listOwnBookings(db, actor, view, page);
      return { bookings: await present(actor, rows), currentOffset: offset, totalCount: total };
    },
  });

  app.route({
    ...getOwnBooking,
    onRequest,
    handler: async ({ actor, params }) => {
      const [booking] = await present(actor, [await findBooking(db, actor, params.bookingID)]);
      return booking!;
    },
  });

  app.route({
    ...getBookingCalendar,
    onRequest,
    handler: async ({ actor, params }, reply) => {
      const booking = await findBooking(db, actor, params.bookingID);
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment('Запись.ics'))
        .type('text/calendar; charset=utf-8')
        .send(clientCalendar(booking, config.publicURL, clock.now()));
    },
  });
};

const changeRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  const { db, clock } = context;

  app.route({
    ...moveOwnBooking,
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      requireNotBegun(await findBooking(db, actor, params.bookingID), clock.now());
      await findLocation(db, actor, body.locationID);
      await move(context, callerOf(request), params.bookingID, body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...cancelOwnBooking,
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      requireNotBegun(await findBooking(db, actor, params.bookingID), clock.now());
      await cancel(context, callerOf(request), params.bookingID, body.reason);
      return reply.code(204).send();
    },
  });

  app.route({
    ...setOwnReminder,
    onRequest,
    handler: async (request, reply) => {
      await setReminderConsent(context, callerOf(request), request.params.bookingID, request.body);
      return reply.code(204).send();
    },
  });
};

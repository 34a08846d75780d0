import { bookSlot, listFreeSlots } from '@snimok/contract/reception/schedule';
import { listOpenLocations } from '@snimok/contract/reception/locations';
import { accountOf, clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { book } from './bookings/bookings.ts';
import { listAvailableSlots } from './bookings/days.ts';
import { offeredPrices } from './opening-hours/examinations.ts';
import { ownBookingRoutes } from './bookings/own-booking-routes.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import { presentFreeSlot, presentOpenLocation } from './bookings/present.ts';
import { findLocation, listLocations } from './opening-hours/queries.ts';
import { consentOf } from './bookings/reminder-consent.ts';
import { requireBookableDay } from './opening-hours/window.ts';

/** Booking by a client in the doctors' area. */
export const doctorScheduleRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;
  ownBookingRoutes(app, context);
  const onRequest = requireEnabled(config, 'scheduleEnabled', ({ actor }) =>
    authorize(actor, 'schedule.book'),
  );

  app.route({
    ...listOpenLocations,
    onRequest,
    handler: async ({ actor }) => {
      const locations = await listLocations(db, actor);
      const now = clock.now();
      const surroundings = { timeZone: config.timeZone, now, shown: await offeredPrices(db) };
      return { locations: locations.map((one) => presentOpenLocation(one, surroundings)) };
    },
  });

  app.route({
    ...listFreeSlots,
    onRequest,
    handler: async ({ actor, params: { locationID, date } }) => {
      const location = await findLocation(db, actor, locationID);
      requireBookableDay(location, date, { timeZone: config.timeZone, now: clock.now() });
      return { slots: (await listAvailableSlots(context, location, date)).map(presentFreeSlot) };
    },
  });

  app.route({
    ...bookSlot,
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      await findLocation(db, actor, params.locationID);
      const {
        patientName,
        patientPhone,
        studyComment,
        patientID,
        patientBirthday,
        requestUUID,
        examinationID,
      } = body;
      const bookingID = await book(context, callerOf(request), params, {
        doctorID: clientOf(actor),
        creatorID: accountOf(actor),
        patientName,
        patientPhone,
        comment: studyComment,
        patientID,
        patientBirthday,
        requestUUID,
        examinationID,
        ...consentOf(body, clock.now()),
      });
      return reply.code(201).send({ bookingID });
    },
  });
};

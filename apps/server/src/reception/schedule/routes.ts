import {
  bookByPhone,
  cancelBooking,
  listCardsOfBooking,
  mailBooking,
  markArrived,
  markMissed,
  moveBooking,
} from '@snimok/contract/reception/schedule';
import { setReminder } from '@snimok/contract/reception/visit-reminders';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { countLetter } from '../../people/accounts/limits/letter-limit.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentSimilarCard } from '../duplicates/similar-cards.ts';
import { findBooking } from './booking-rows/booking-queries.ts';
import { book, cancel, move } from './bookings/bookings.ts';
import { listCardsFor, recordArrival } from './visits/record-arrival.ts';
import { recordMissed } from './visits/record-missed.ts';
import { closureRoutes } from './closures/closure-routes.ts';
import { doctorScheduleRoutes } from './doctor-routes.ts';
import { locationRoutes } from './location-routes.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import { aboutBooking, resendBookingLetter } from './reminders-and-letters/letters.ts';
import { findLocation } from './opening-hours/queries.ts';
import { consentOf, setReminderConsent } from './bookings/reminder-consent.ts';
import { visitRoutes } from './visits/visit-routes.ts';

/** Booking by clients, and management of the schedule by assistants. */
export const scheduleRoutes = (app: Routes, context: Context): void => {
  doctorScheduleRoutes(app, context);
  locationRoutes(app, context);
  closureRoutes(app, context);
  receptionRoutes(app, context);
  arrivalRoutes(app, context);
  visitRoutes(app, context);
};

const receptionRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
    authorize(actor, 'schedule.manage'),
  );

  app.route({
    ...bookByPhone,
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const { doctorID, patientName, patientPhone, studyComment, place } = body;
      const { patientID, patientBirthday, examinationID, requestUUID } = body;
      await findLocation(context.db, actor, params.locationID);
      if (doctorID !== null) await findDoctor(context.db, doctorID);
      const bookingID = await book(
        context,
        callerOf(request),
        { ...params, place },
        {
          doctorID,
          creatorID: accountOf(actor),
          patientName,
          patientPhone,
          comment: studyComment,
          patientID,
          patientBirthday,
          examinationID,
          requestUUID,
          ...consentOf(body, context.clock.now()),
        },
      );
      return reply.code(201).send({ bookingID });
    },
  });

  app.route({
    ...moveBooking,
    onRequest,
    handler: async (request, reply) => {
      const { seenBeginsAt, ...requested } = request.body;
      const seenAt = seenBeginsAt === undefined ? undefined : new Date(seenBeginsAt);
      await move(context, callerOf(request), request.params.bookingID, requested, seenAt);
      return reply.code(204).send();
    },
  });

  app.route({
    ...cancelBooking,
    onRequest,
    handler: async (request, reply) => {
      await cancel(context, callerOf(request), request.params.bookingID, request.body.reason);
      return reply.code(204).send();
    },
  });

  app.route({
    ...setReminder,
    onRequest,
    handler: async (request, reply) => {
      await setReminderConsent(context, callerOf(request), request.params.bookingID, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...mailBooking,
    onRequest,
    handler: async ({ actor, params }, reply) => {
      const booking = await findBooking(context.db, actor, params.bookingID);
      await countLetter(context, aboutBooking(booking.id));
      await resendBookingLetter(context, booking);
      return reply.code(204).send();
    },
  });
};

/** The arrival of a booked patient, and the cards that may be the patient's. */
const arrivalRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...listCardsOfBooking,
    onRequest: requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
      authorize(actor, 'schedule.manage'),
    ),
    handler: async ({ actor, params, query }) => {
      const booking = await findBooking(context.db, actor, params.bookingID);
      const cards = await listCardsFor(context.db, actor, booking, query.doctorID);
      return { cards: cards.map(presentSimilarCard) };
    },
  });

  app.route({
    ...markArrived,
    onRequest: requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
      authorize(actor, 'schedule.record-arrival'),
    ),
    handler: async (request) =>
      recordArrival(context, callerOf(request), request.params.bookingID, request.body),
  });

  app.route({
    ...markMissed,
    onRequest: requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
      authorize(actor, 'schedule.manage'),
    ),
    handler: async (request, reply) => {
      await recordMissed(context, callerOf(request), request.params.bookingID, request.body.missed);
      return reply.code(204).send();
    },
  });
};

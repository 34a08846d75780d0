import { addHolidays, removeHoliday } from '@snimok/contract/reception/locations';
import { closeSeats, previewClosure, reopenSeat } from '@snimok/contract/reception/seat-closures';
import { authorize } from '../../../platform/access/rules.ts';
import { callerOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { requireEnabled } from '../../../platform/http/require-enabled.ts';
import type { Routes } from '../../../platform/http/server.ts';
import * as closures from './closures.ts';
import * as holidays from '../opening-hours/holidays.ts';
import { presentBooking } from '../bookings/present.ts';

/** Times in which nobody can be booked: holidays of locations, and closures of seats. */
export const closureRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
    authorize(actor, 'schedule.manage'),
  );

  app.route({
    ...addHolidays,
    onRequest,
    handler: async (request, reply) => {
      const facts = request.body.holidays.map(({ locationID, name, firstDate, lastDate }) => ({
        locationID,
        name,
        firstDay: firstDate,
        lastDay: lastDate,
      }));
      await holidays.addHolidays(context, callerOf(request), facts);
      return reply.code(204).send();
    },
  });

  app.route({
    ...removeHoliday,
    onRequest,
    handler: async (request, reply) => {
      await holidays.removeHoliday(context, callerOf(request), request.params.holidayID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...previewClosure,
    onRequest,
    handler: async ({ actor, params, body }) => {
      const met = await closures.listMetBookings(context, actor, params.locationID, body);
      return { bookings: met.map((booking) => presentBooking(booking, undefined)) };
    },
  });

  app.route({
    ...closeSeats,
    onRequest,
    handler: async (request, reply) => {
      await closures.closeSeats(context, callerOf(request), request.params.locationID, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...reopenSeat,
    onRequest,
    handler: async (request, reply) => {
      await closures.reopenSeat(context, callerOf(request), request.params.closureID);
      return reply.code(204).send();
    },
  });
};

import { listScheduleDays } from '@snimok/contract/reception/schedule';
import {
  archiveLocation,
  createLocation,
  listLocations,
  setSpecialDay,
  unsetSpecialDay,
  updateLocation,
} from '@snimok/contract/reception/locations';
import { authorize } from '../../platform/access/rules.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { callerOf, initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { planDays } from './bookings/days.ts';
import { requireExaminations } from './opening-hours/examinations.ts';
import * as locations from './opening-hours/locations.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import { presentHoliday, presentLocation, revisionOf } from './bookings/present.ts';
import * as queries from './opening-hours/queries.ts';
import {
  deleteSpecialDay,
  listHolidays,
  listSpecialDays,
  upsertSpecialDay,
} from './opening-hours/special-days.ts';
import { sentences } from './sentences.ts';

/** The locations, their opening hours and the days that result. */
export const locationRoutes = (app: Routes, context: Context): void => {
  const onRequest = requireEnabled(context.config, 'scheduleEnabled', ({ actor }) =>
    authorize(actor, 'schedule.manage'),
  );
  ruleRoutes(app, context, onRequest);
  dayRoutes(app, context, onRequest);
};

type OnRequest = ReturnType<typeof requireEnabled>;

const ruleRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  const { db, clock, config } = context;

  app.route({
    ...listLocations,
    onRequest,
    handler: async ({ actor }) => {
      const all = await queries.listLocations(db, actor);
      const ids = all.map(({ id }) => id);
      const today = dayIn(config.timeZone, clock.now());
      const special = await listSpecialDays(db, ids, today);
      return {
        timeZone: config.timeZone,
        holidays: (await listHolidays(db, ids, today)).map(presentHoliday),
        locations: all.map((location) =>
          presentLocation(
            location,
            special.filter(({ locationID }) => locationID === location.id),
          ),
        ),
      };
    },
  });

  app.route({
    ...createLocation,
    onRequest,
    handler: async (request, reply) => {
      await requireExaminations(db, request.body.prices);
      const locationID = await locations.createLocation(context, initiatorOf(request), request.body);
      return reply.code(201).send({ locationID });
    },
  });

  app.route({
    ...updateLocation,
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const { revision, ...facts } = body;
      await locations.changeLocation(context, { ...callerOf(request), ...params }, async (tx) => {
        const before = await queries.findLocation(tx, actor, params.locationID);
        if (revision !== undefined && revision !== revisionOf(before))
          throw conflict(sentences.locationChanged);
        await requireExaminations(tx, facts.prices);
        await queries.updateLocation(tx, params.locationID, facts);
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...archiveLocation,
    onRequest,
    handler: async (request, reply) => {
      const { params, body } = request;
      await locations.archiveLocation(context, { ...callerOf(request), ...params }, body.archived);
      return reply.code(204).send();
    },
  });
};

const dayRoutes = (app: Routes, context: Context, onRequest: OnRequest): void => {
  app.route({
    ...setSpecialDay,
    onRequest,
    handler: async (request, reply) => {
      const { locationID, date } = request.params;
      const { hours } = request.body;
      await locations.changeLocation(context, { ...callerOf(request), locationID }, (tx) =>
        upsertSpecialDay(tx, locationID, date, hours),
      );
      return reply.code(204).send();
    },
  });

  app.route({
    ...unsetSpecialDay,
    onRequest,
    handler: async (request, reply) => {
      const { locationID, date } = request.params;
      await locations.changeLocation(context, { ...callerOf(request), locationID }, (tx) =>
        deleteSpecialDay(tx, locationID, date),
      );
      return reply.code(204).send();
    },
  });

  app.route({
    ...listScheduleDays,
    onRequest,
    handler: async ({ actor, params, query }) => {
      const location = await queries.findLocation(context.db, actor, params.locationID);
      return { days: await planDays(context, actor, location, query) };
    },
  });
};

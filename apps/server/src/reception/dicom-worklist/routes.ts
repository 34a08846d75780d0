import { listWorklist, reportStep, verifyInstances } from '@snimok/contract/reception/dicom-worklist';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { listExpectedBookings } from '../schedule/booking-rows/booking-queries.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import { recordStep } from './record-step.ts';
import { verifyInstancesOf } from './verify-instances.ts';
import { presentBooking, presentStudy } from './present.ts';
import { listStudiesWithoutFiles } from './queries.ts';

/** A study without files that is older than a week is no longer expected. */
const MAX_AGE_MS = 7 * DAY_MS;
/** More than the machines of a centre use in a week. */
const MAX_STUDIES = 500;
const MAX_BOOKINGS = 500;

/** The items that the upload program offers to X-ray machines as a Modality Worklist (DICOM PS3.4, annex K). */
export const worklistRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;
  machineRoutes(app, context);
  app.route({
    ...listWorklist,
    handler: async ({ actor }) => {
      authorize(actor, 'worklist.read');
      const now = clock.now();
      const since = new Date(now.getTime() - MAX_AGE_MS);
      const today = dayIn(config.timeZone, now);
      const [studies, bookings] = await Promise.all([
        listStudiesWithoutFiles(db, actor, since, MAX_STUDIES),
        config.scheduleEnabled ? listExpectedBookings(db, actor, today, MAX_BOOKINGS) : [],
      ]);
      return { items: [...studies.map(presentStudy), ...bookings.map(presentBooking)] };
    },
  });
};

/** Takes the reports of machines about their work, and says which of the images that they have sent are stored. */
const machineRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...reportStep,
    handler: async (request) => {
      const { actor, body } = request;
      authorize(actor, 'worklist.report');
      return { bound: await recordStep(context, { who: actor, by: initiatorOf(request) }, body) };
    },
  });

  app.route({
    ...verifyInstances,
    handler: async ({ actor, params, body }) => {
      authorize(actor, 'worklist.report');
      return { checked: await verifyInstancesOf(context, actor, params.studyID, body.instances) };
    },
  });
};

import {
  acceptReferral,
  bookReferral,
  countWaitingReferrals,
  declineReferral,
  getReferral,
  listReferrals,
  printReferral,
} from '@snimok/contract/reception/referrals';
import { listPatientReferrals } from '@snimok/contract/reception/patient-referrals';
import { findPatientOrKept } from '../../people/patients/merged-patients.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findLocation } from '../schedule/opening-hours/queries.ts';
import { consentOf } from '../schedule/bookings/reminder-consent.ts';
import { accept } from './accept.ts';
import * as booking from './book-referral.ts';
import { decline } from './decide.ts';
import { doctorReferralRoutes } from './doctor-routes.ts';
import { examinationRoutes } from './examination-routes.ts';
import { presentOfStudy, presentReferral } from './present.ts';
import { openPrinter, type PrintReferral } from './print.ts';
import { countWaiting, findReferral, listReferralsOfPatient, listReferralsPage } from './queries.ts';
import { readForCentre } from './read.ts';

/** Referrals of clients to the centre, and the examinations that they request. */
export const referralRoutes = (app: Routes, context: Context): void => {
  const print = openPrinter(context);
  examinationRoutes(app, context);
  doctorReferralRoutes(app, context, print);
  centreRoutes(app, context, print);
};

const centreRoutes = (app: Routes, context: Context, print: PrintReferral): void => {
  const { db, config } = context;

  app.route({
    ...listReferrals,
    handler: async ({ actor, query: { offset, state } }) => {
      const page = await listReferralsPage(db, actor, { offset, state, waitingFirst: true });
      return {
        referrals: page.rows.map(presentReferral),
        currentOffset: offset,
        totalCount: page.totalCount,
      };
    },
  });

  app.route({
    ...countWaitingReferrals,
    handler: async ({ actor }) => ({ waitingCount: await countWaiting(db, actor) }),
  });

  app.route({
    ...getReferral,
    handler: async ({ actor, params }) => readForCentre(context, actor, params.referralUUID),
  });

  app.route({
    ...acceptReferral,
    handler: async (request) => {
      authorize(request.actor, 'referral.decide');
      return accept(context, callerOf(request), request.params.referralUUID, request.body);
    },
  });

  app.route({
    ...bookReferral,
    onRequest: requireEnabled(config, 'scheduleEnabled', ({ actor }) => authorize(actor, 'schedule.manage')),
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const { patientPhone, requestUUID, reminderAgreed, patientEmail, ...slot } = body;
      await findLocation(db, actor, slot.locationID);
      const consent = consentOf({ reminderAgreed, patientEmail }, context.clock.now());
      const requested = { slot, patientPhone, requestUUID, consent };
      const bookingID = await booking.bookReferral(
        context,
        callerOf(request),
        params.referralUUID,
        requested,
      );
      return reply.code(201).send({ bookingID });
    },
  });

  app.route({
    ...declineReferral,
    handler: async (request, reply) => {
      authorize(request.actor, 'referral.decide');
      await decline(context, callerOf(request), request.params.referralUUID, request.body.reason);
      return reply.code(204).send();
    },
  });

  app.route({
    ...printReferral,
    handler: async (request, reply) =>
      print(request, reply, await findReferral(db, request.actor, request.params.referralUUID)),
  });

  app.route({
    ...listPatientReferrals,
    handler: async ({ actor, params }) => {
      const { id } = await findPatientOrKept(db, actor, params.patientID);
      return { referrals: (await listReferralsOfPatient(db, actor, id)).flatMap(presentOfStudy) };
    },
  });
};

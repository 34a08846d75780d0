import {
  getOwnReferral,
  listOwnReferrals,
  printOwnReferral,
  sendReferral,
  withdrawReferral,
} from '@snimok/contract/reception/referrals';
import { listOwnPatientReferrals } from '@snimok/contract/reception/patient-referrals';
import type { Actor, DoctorActor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findPatientOrKept } from '../../people/patients/merged-patients.ts';
import { withdraw } from './decide.ts';
import type { PrintReferral } from './print.ts';
import { presentOfStudy, presentReferral } from './present.ts';
import { findReferral, listReferralsOfPatient, listReferralsPage } from './queries.ts';
import { readForSender } from './read.ts';
import { send } from './send.ts';

/** Referrals in the doctors' area. */
export const doctorReferralRoutes = (app: Routes, context: Context, print: PrintReferral): void => {
  const { db } = context;

  app.route({
    ...listOwnReferrals,
    handler: async ({ actor, query: { offset, state } }) => {
      const page = await listReferralsPage(db, actor, { offset, state, waitingFirst: false });
      return {
        referrals: page.rows.map(presentReferral),
        currentOffset: offset,
        totalCount: page.totalCount,
      };
    },
  });

  app.route({
    ...sendReferral,
    handler: async (request, reply) => {
      const { actor, body } = request;
      await send(context, { who: senderOf(actor), by: initiatorOf(request) }, body);
      return reply.code(201).send({ referralUUID: body.referralUUID });
    },
  });

  app.route({
    ...getOwnReferral,
    handler: async ({ actor, params }) => readForSender(context, actor, params.referralUUID),
  });

  app.route({
    ...withdrawReferral,
    handler: async (request, reply) => {
      authorize(request.actor, 'referral.send');
      await withdraw(context, callerOf(request), request.params.referralUUID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...printOwnReferral,
    handler: async (request, reply) =>
      print(request, reply, await findReferral(db, request.actor, request.params.referralUUID)),
  });

  app.route({
    ...listOwnPatientReferrals,
    handler: async ({ actor, params }) => {
      const { id } = await findPatientOrKept(db, actor, params.patientID);
      return { referrals: (await listReferralsOfPatient(db, actor, id)).flatMap(presentOfStudy) };
    },
  });
};

const senderOf = (who: Actor): DoctorActor => {
  authorize(who, 'referral.send');
  return who as DoctorActor;
};

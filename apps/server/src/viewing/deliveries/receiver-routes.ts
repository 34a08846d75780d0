import { claimDelivery, reportDelivery } from '@snimok/contract/viewing/deliveries';
import type { FastifyRequest } from 'fastify';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import type { Actor, ReceivingProgram } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { whileConnected } from '../../platform/http/while-connected.ts';
import { subjectOf } from '../../studies/studies/study-rows/audit-subject.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { claimForProgram, recordReport } from './deliveries.ts';

/** The queue of the program at a clinic that sends studies. */
export const receiverRoutes = (app: Routes, context: Context): void => {
  const { db, auditBuffer } = context;

  const claim = (request: FastifyRequest, seconds: number) =>
    whileConnected(request, (signal) => {
      const wait = { origin: originOf(request), waitMs: seconds * 1000, signal };
      return claimForProgram(context, programOf(request.actor), wait);
    });

  app.route({
    ...claimDelivery,
    handler: async (request) => {
      const program = programOf(request.actor);
      const delivery = await claim(request, request.query.wait);
      if (!delivery) return { delivery };
      await countDownload(context, program, delivery.studyID);
      const study = await findStudy(db, program, delivery.studyID);
      auditBuffer.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      return { delivery };
    },
  });

  app.route({
    ...reportDelivery,
    handler: async ({ actor, params, body }, reply) => {
      await recordReport(context, programOf(actor), params.deliveryID, body);
      return reply.code(204).send();
    },
  });
};

const programOf = (who: Actor): ReceivingProgram => {
  authorize(who, 'delivery.receive');
  return who as ReceivingProgram;
};

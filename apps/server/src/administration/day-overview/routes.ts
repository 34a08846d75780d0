import {
  countAttention as countEndpoint,
  getOverview,
  markStudyArrived,
} from '@snimok/contract/administration/day-overview';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { recordArrivalOfStudy } from './arrival.ts';
import { countAttention, readOverview } from './overview.ts';

export const overviewRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...getOverview,
    handler: ({ actor, query: { day } }) => readOverview(context, actor, day),
  });

  app.route({
    ...countEndpoint,
    handler: async ({ actor }) => ({ waitingCount: await countAttention(context, actor) }),
  });

  app.route({
    ...markStudyArrived,
    handler: async (request, reply) => {
      authorize(request.actor, 'study.edit');
      await recordArrivalOfStudy(context, callerOf(request), request.params.studyID);
      return reply.code(204).send();
    },
  });
};

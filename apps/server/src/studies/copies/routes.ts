import { copyStudy } from '@snimok/contract/studies/copies';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import * as copies from './copies.ts';

export const copyRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...copyStudy,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.copy');
      const copy = await copies.copyStudy(context, actor, initiatorOf(request), params.studyID, body);
      return reply.code(201).send(copy);
    },
  });
};

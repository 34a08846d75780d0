import { countSegmentationClick } from '@snimok/contract/viewing/segmentation-review';
import { clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/http/sentences.ts';
import { findOwnStudy } from '../../studies/studies/study-rows/queries.ts';
import { insertClick } from './queries.ts';

export const segmentationRoutes = (app: Routes, { db, clock, config }: Context): void => {
  app.route({
    ...countSegmentationClick,
    handler: async ({ actor, params }, reply) => {
      if (!config.threeDSegEnabled) throw notFound(sentences.noSuchEndpoint);
      authorize(actor, 'study.request-segmentation');
      const study = await findOwnStudy(db, actor, params);
      await insertClick(db, { studyID: study.id, doctorID: clientOf(actor), clickedAt: clock.now() });
      return reply.code(204).send();
    },
  });
};

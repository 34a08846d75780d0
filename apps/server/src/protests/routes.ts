import { dislikePanorama } from '@snimok/contract/protests';
import { accountOf } from '../access/actor.ts';
import { authorize } from '../access/rules.ts';
import { byRequest, record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { Routes } from '../http/server.ts';
import { sentences } from '../sentences.ts';
import { findStudy } from '../studies/queries.ts';
import { insertProtest } from './queries.ts';

export const protestRoutes = (app: Routes, { db, clock, config }: Context): void => {
  app.route({
    ...dislikePanorama,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      if (!config.panoProtestEnabled) throw notFound(sentences.noSuchCall);
      authorize(actor, 'study.protest');
      await db.transaction().execute(async (tx) => {
        const { id, objectID, hasPicture, patientID, doctorID } = await findStudy(tx, actor, params.studyID);
        if (!objectID || !hasPicture) throw conflict(sentences.noPicture);
        await insertProtest(tx, {
          studyID: id,
          objectID,
          accountID: accountOf(actor),
          reason: body.reason,
          createdAt: clock.now(),
        });
        await record(tx, byRequest(request), { action: 'study.protest', studyID: id, patientID, doctorID });
      });
      return reply.code(204).send();
    },
  });
};

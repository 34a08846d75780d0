import { resolveProtest } from '@snimok/contract/studies/panorama';
import { protestPanorama } from '@snimok/contract/viewing/protests';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofStudies } from '../../studies/studies/sentences.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { answerProtest, insertProtest } from '../../studies/objects/protest-queries.ts';

export const protestRoutes = (app: Routes, { db, clock, config }: Context): void => {
  app.route({
    ...protestPanorama,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      if (!config.panoProtestEnabled) throw notFound(ofHTTP.noSuchEndpoint);
      authorize(actor, 'study.protest');
      await db.transaction().execute(async (tx) => {
        const { id, objectID, shownArchID, hasPicture, patientID, doctorID } = await findStudy(
          tx,
          actor,
          params.studyID,
        );
        if (!objectID || !hasPicture) throw conflict(ofStudies.noPicture);
        await insertProtest(tx, {
          studyID: id,
          objectID,
          archID: shownArchID,
          accountID: accountOf(actor),
          reason: body.reason,
          createdAt: clock.now(),
        });
        await record(tx, initiatorOf(request), { action: 'study.protest', studyID: id, patientID, doctorID });
        await publishStudyChange(tx, { studyID: id, patientID });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...resolveProtest,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'study.protest');
      await db.transaction().execute(async (tx) => {
        const { id, patientID, doctorID } = await findStudy(tx, actor, params.studyID);
        const answer = { answeredAt: clock.now(), answeredBy: accountOf(actor) };
        const isNew = await answerProtest(tx, { studyID: id, protestID: params.protestID }, answer);
        if (isNew) {
          await record(tx, initiatorOf(request), {
            action: 'study.settle-protest',
            studyID: id,
            patientID,
            doctorID,
          });
          await publishStudyChange(tx, { studyID: id, patientID });
        }
      });
      return reply.code(204).send();
    },
  });
};

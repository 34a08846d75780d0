import { downloadExternalStudy, getExternalStudy } from '@snimok/contract/shares';
import { type Actor, type ShareBearer, shareOf } from '../access/actor.ts';
import { authorize } from '../access/rules.ts';
import { byRequest } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { originOf, type Routes } from '../http/server.ts';
import { sentences } from '../sentences.ts';
import { presignDownload } from '../studies/download.ts';
import { findStudy, type StudyRow } from '../studies/queries.ts';
import { presentToStranger } from './present.ts';
import { countDownload, countOpening, wasOpened } from './queries.ts';
import { eventOf } from './shares.ts';

/** What a stranger with a link does. Who she is, `caller.ts` has found out before these run. */
export const externalRoutes = (app: Routes, context: Context): void => {
  const { db, clock, seen } = context;

  const found = async (actor: Actor): Promise<{ share: ShareBearer; study: StudyRow }> => {
    const share = shareOf(actor);
    return { share, study: await findStudy(db, share, share.studyID) };
  };

  app.route({
    ...getExternalStudy,
    handler: async (request) => {
      const { share, study } = await found(request.actor);
      // nobody has it open who has not opened it
      if (!request.query.again || !(await wasOpened(db, share.shareUUID))) {
        await countOpening(db, share.shareUUID, clock.now());
        seen.note(byRequest(request), { action: 'share.open', ...eventOf(study, share.shareUUID) });
      }
      return presentToStranger(study, share.expiresAt, share.flags);
    },
  });

  app.route({
    ...downloadExternalStudy,
    handler: async (request) => {
      const { share, study } = await found(request.actor);
      authorize(share, 'study.download');
      if (study.status !== 'done') throw conflict(sentences.sharedNotAtHand);
      const answer = await presignDownload(context, share, study, originOf(request));
      await countDownload(db, share.shareUUID);
      seen.note(byRequest(request), { action: 'share.download', ...eventOf(study, share.shareUUID) });
      return answer;
    },
  });
};

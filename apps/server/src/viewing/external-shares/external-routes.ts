import { downloadExternalStudy, getExternalStudy } from '@snimok/contract/external-shares';
import { type Actor, type ShareRecipient, shareOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { presignDownload } from '../../studies/studies/download.ts';
import { findStudy, type StudyRow } from '../../studies/studies/queries.ts';
import { presentToRecipient } from './present.ts';
import { countDownload, countOpening, wasOpened } from './queries.ts';
import { auditFieldsOf } from './shares.ts';

/** The endpoints for recipients of external shares. `caller.ts` authenticates the token before they run. */
export const externalRoutes = (app: Routes, context: Context): void => {
  const { db, clock, auditBuffer } = context;

  const findSharedStudy = async (actor: Actor): Promise<{ share: ShareRecipient; study: StudyRow }> => {
    const share = shareOf(actor);
    return { share, study: await findStudy(db, share, share.studyID) };
  };

  app.route({
    ...getExternalStudy,
    handler: async (request) => {
      const { share, study } = await findSharedStudy(request.actor);
      // an open page that polls (`again`) is not a new opening, but the first request always is one
      if (!request.query.again || !(await wasOpened(db, share.shareUUID))) {
        await countOpening(db, share.shareUUID, clock.now());
        auditBuffer.add(initiatorOf(request), {
          action: 'share.open',
          ...auditFieldsOf(study, share.shareUUID),
        });
      }
      return presentToRecipient(study, share.expiresAt, share.flags);
    },
  });

  app.route({
    ...downloadExternalStudy,
    handler: async (request) => {
      const { share, study } = await findSharedStudy(request.actor);
      authorize(share, 'study.download');
      if (study.status !== 'done') throw conflict(sentences.sharedFilesUnavailable);
      const answer = await presignDownload(context, share, study, originOf(request));
      await countDownload(db, share.shareUUID);
      auditBuffer.add(initiatorOf(request), {
        action: 'share.download',
        ...auditFieldsOf(study, share.shareUUID),
      });
      return answer;
    },
  });
};

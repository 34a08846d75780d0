import { getExternalDisc, requestExternalDisc } from '@snimok/contract/discs';
import { downloadExternalStudy, getExternalStudy } from '@snimok/contract/external-shares';
import type { FastifyRequest } from 'fastify';
import { type Actor, type ShareRecipient, shareOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { readDiscState, requestDiscOf } from '../../studies/discs/discs.ts';
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

  const findDownloadable = async (actor: Actor) => {
    const found = await findSharedStudy(actor);
    authorize(found.share, 'study.download');
    if (found.study.status !== 'done') throw conflict(sentences.sharedFilesUnavailable);
    return found;
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
      const { share, study } = await findDownloadable(request.actor);
      const answer = await presignDownload(context, share, study, originOf(request));
      await countDownload(db, share.shareUUID);
      auditBuffer.add(initiatorOf(request), {
        action: 'share.download',
        ...auditFieldsOf(study, share.shareUUID),
      });
      return answer;
    },
  });

  const discOf = async (
    request: FastifyRequest,
    { share, study }: { share: ShareRecipient; study: StudyRow },
  ) => {
    const state = await readDiscState(context, share, study, originOf(request));
    if (state.status !== 'ready') return state;
    await countDownload(db, share.shareUUID);
    auditBuffer.add(initiatorOf(request), {
      action: 'share.download',
      ...auditFieldsOf(study, share.shareUUID),
    });
    return state;
  };

  app.route({
    ...getExternalDisc,
    handler: async (request) => discOf(request, await findDownloadable(request.actor)),
  });

  app.route({
    ...requestExternalDisc,
    handler: async (request) => {
      const found = await findDownloadable(request.actor);
      await requestDiscOf(context, found.study);
      return discOf(request, found);
    },
  });
};

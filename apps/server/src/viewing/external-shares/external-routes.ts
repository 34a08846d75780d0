import { getExternalDisc, requestExternalDisc } from '@snimok/contract/studies/discs';
import { downloadExternalStudy, getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { getExternalPicture } from '@snimok/contract/viewing/patient-access';
import type { FastifyRequest } from 'fastify';
import { type Actor, type ShareRecipient, shareOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences as ofStudies } from '../../studies/studies/sentences.ts';
import { sentences } from './sentences.ts';
import { readDiscState, requestDiscOf } from '../../studies/discs/discs.ts';
import { openPicture } from '../../studies/objects/open-picture.ts';
import { findPicture } from '../../studies/objects/picture-queries.ts';
import { presignDownload } from '../../studies/studies/downloads/download.ts';
import { findRequestText } from '../../studies/studies/referred-study.ts';
import { requireOpen } from '../../studies/studies/study-rows/study-state.ts';
import { findStudy, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { presentToRecipient } from './present.ts';
import { countDownload, countOpening, findSender, wasOpened } from './queries.ts';
import { logShareEvent } from './share-events.ts';
import { auditFieldsOf } from './shares.ts';

interface Shared {
  share: ShareRecipient;
  study: StudyRow;
}

const findSharedStudy = async ({ db }: Context, actor: Actor): Promise<Shared> => {
  const share = shareOf(actor);
  return { share, study: await findStudy(db, share, share.studyID) };
};

const findDownloadable = async (context: Context, actor: Actor): Promise<Shared> => {
  const found = await findSharedStudy(context, actor);
  authorize(found.share, 'study.download');
  requireOpen(found.study, sentences.sharedFilesUnavailable);
  return found;
};

const recordDownload = async (context: Context, request: FastifyRequest, { share, study }: Shared) => {
  await countDownload(context.db, share.shareUUID);
  await logShareEvent(context, request, share, 'downloaded');
  context.auditBuffer.add(initiatorOf(request), {
    action: 'share.download',
    ...auditFieldsOf(study, share.shareUUID),
  });
};

/** The endpoints for recipients of external shares. `caller.ts` authenticates the token before they run. */
export const externalRoutes = (app: Routes, context: Context): void => {
  const { db, clock, auditBuffer } = context;

  app.route({
    ...getExternalStudy,
    handler: async (request) => {
      const { share, study } = await findSharedStudy(context, request.actor);
      // an open page that polls (`again`) is not a new opening, but the first request always is one
      if (!request.query.again || !(await wasOpened(db, share.shareUUID))) {
        await countOpening(db, share.shareUUID, clock.now());
        auditBuffer.add(initiatorOf(request), {
          action: 'share.open',
          ...auditFieldsOf(study, share.shareUUID),
        });
        await logShareEvent(context, request, share, 'opened');
      }
      const picture = study.objectID && (await findPicture(db, study.objectID, 'full'));
      return presentToRecipient(study, share, {
        hasPicture: Boolean(picture) && may(share, 'study.see-picture'),
        sender: request.query.page && (await findSender(db, share.shareUUID)),
        request: await findRequestText(db, study.id),
      });
    },
  });

  app.route({
    ...downloadExternalStudy,
    handler: async (request) => {
      const found = await findDownloadable(context, request.actor);
      const answer = await presignDownload(context, found.share, found.study, originOf(request));
      await recordDownload(context, request, found);
      return answer;
    },
  });

  app.route({
    ...getExternalPicture,
    handler: async (request, reply) => {
      const found = await findSharedStudy(context, request.actor);
      authorize(found.share, 'study.see-picture');
      const isSaved = request.query.save !== undefined;
      if (isSaved) authorize(found.share, 'study.download');
      const { objectID } = found.study;
      const picture = objectID && (await openPicture(context, objectID, 'full'));
      if (!picture) throw notFound(ofStudies.noPicture);
      if (isSaved) await recordDownload(context, request, found);
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/jpeg')
        .serializer((body: unknown) => body as string)
        .send(picture.bytes);
    },
  });

  discRoutes(app, context);
};

const discRoutes = (app: Routes, context: Context): void => {
  const discOf = async (request: FastifyRequest, found: Shared) => {
    const state = await readDiscState(context, found.share, found.study, originOf(request));
    if (state.status === 'ready') await recordDownload(context, request, found);
    return state;
  };

  app.route({
    ...getExternalDisc,
    handler: async (request) => discOf(request, await findDownloadable(context, request.actor)),
  });

  app.route({
    ...requestExternalDisc,
    handler: async (request) => {
      const found = await findDownloadable(context, request.actor);
      await requestDiscOf(context, found.study);
      return discOf(request, found);
    },
  });
};

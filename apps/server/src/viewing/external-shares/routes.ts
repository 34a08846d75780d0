import {
  createExternalShare,
  deleteExternalShare,
  getExternalShareLink,
  listExternalShares,
  mailExternalShare,
} from '@snimok/contract/external-shares';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listLetters } from '../../platform/letters/queries.ts';
import { sentences } from '../../platform/sentences.ts';
import { findStudy } from '../../studies/studies/queries.ts';
import { offersViewer } from './caller.ts';
import { presentShare } from './present.ts';
import { findShare, listShares, type ShareRow } from './queries.ts';
import { auditFieldsOf, shareURLOf, resendLetter, revokeShare, shareOutside } from './shares.ts';

/** The endpoints with which assistants manage the external shares of a study. */
export const shareRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  const studyToShare = async ({ actor }: { actor: Actor }, { studyID }: { studyID: number }) => {
    if (!config.studyExternalShareEnabled) throw notFound(sentences.noSuchEndpoint);
    authorize(actor, 'study.share-outside');
    return findStudy(db, actor, studyID);
  };

  const lettersOf = (shares: ShareRow[]) => {
    const ids = shares.flatMap(({ letterID }) => letterID ?? []);
    return listLetters(db, ids);
  };

  app.route({
    ...listExternalShares,
    handler: async (request) => {
      const study = await studyToShare(request, request.params);
      const rows = await listShares(db, study.id);
      const letters = await lettersOf(rows);
      const now = clock.now();
      return { shares: rows.map((share) => presentShare(share, letters.get(share.letterID ?? 0), now)) };
    },
  });

  app.route({
    ...createExternalShare,
    handler: async (request, reply) => {
      const study = await studyToShare(request, request.params);
      if (!offersViewer(config) && request.body.flags.includes('remote-viewer'))
        throw invalid(sentences.shareNoViewer);
      const share = await shareOutside(context, callerOf(request), study, {
        ...request.body,
        creatorID: accountOf(request.actor),
      });
      const letters = await lettersOf([share]);
      return reply.code(201).send(presentShare(share, letters.get(share.letterID ?? 0), clock.now()));
    },
  });

  app.route({
    ...deleteExternalShare,
    handler: async (request, reply) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, study.id, request.params.shareUUID);
      await revokeShare(context, initiatorOf(request), study, share);
      return reply.code(204).send();
    },
  });

  app.route({
    ...mailExternalShare,
    handler: async (request, reply) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, study.id, request.params.shareUUID);
      await resendLetter(context, callerOf(request), study, share);
      return reply.code(204).send();
    },
  });

  app.route({
    ...getExternalShareLink,
    handler: async (request) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, study.id, request.params.shareUUID);
      context.auditBuffer.add(initiatorOf(request), {
        action: 'share.copy',
        ...auditFieldsOf(study, share.uuid),
      });
      return { shareURL: shareURLOf(context, share) };
    },
  });
};

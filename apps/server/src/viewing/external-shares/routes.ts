import {
  createExternalShare,
  createOwnExternalShare,
  deleteExternalShare,
  deleteOwnExternalShare,
  getExternalShareLink,
  getOwnExternalShareLink,
  listExternalShares,
  listOwnExternalShares,
  mailExternalShare,
  mailOwnExternalShare,
} from '@snimok/contract/viewing/external-shares';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { callerOf, initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listLetters } from '../../platform/letters/queries.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { offersLinksOfDoctors, offersViewer } from './caller.ts';
import { presentListedShare } from './present.ts';
import { findShare, listShares, type ShareRow } from './queries.ts';
import {
  auditFieldsOf,
  longestDaysOf,
  shareURLOf,
  resendLetter,
  revokeShare,
  shareOutside,
} from './shares.ts';
import { sentences } from './sentences.ts';

const ofCentre = {
  list: listExternalShares,
  create: createExternalShare,
  remove: deleteExternalShare,
  mail: mailExternalShare,
  link: getExternalShareLink,
};

const ofDoctors = {
  list: listOwnExternalShares,
  create: createOwnExternalShare,
  remove: deleteOwnExternalShare,
  mail: mailOwnExternalShare,
  link: getOwnExternalShareLink,
};

/** The endpoints with which assistants and the patient's doctor manage the external shares of a study. */
export const shareRoutes = (app: Routes, context: Context): void => {
  routesOf(app, context, ofCentre);
  routesOf(app, context, ofDoctors);
};

const routesOf = (app: Routes, context: Context, endpoints: typeof ofCentre | typeof ofDoctors): void => {
  const { db, clock, config } = context;

  const studyToShare = async ({ actor }: { actor: Actor }, { studyID }: { studyID: number }) => {
    const isOn = actor.kind === 'doctor' ? offersLinksOfDoctors(config) : config.studyExternalShareEnabled;
    if (!isOn) throw notFound(ofHTTP.noSuchEndpoint);
    const study = await findStudy(db, actor, studyID);
    authorize(actor, 'study.share-outside', study);
    return study;
  };

  const presentTo = async (who: Actor, shares: ShareRow[]) => {
    const ids = shares.flatMap(({ letterID }) => letterID ?? []);
    const letters = await listLetters(db, ids);
    const to = { who, now: clock.now(), config };
    return (share: ShareRow) => presentListedShare(share, letters.get(share.letterID ?? 0), to);
  };

  app.route({
    ...endpoints.list,
    handler: async (request) => {
      const { actor } = request;
      const study = await studyToShare(request, request.params);
      const shares = await listShares(db, actor, study.id);
      return {
        shares: shares.map(await presentTo(actor, shares)),
        ...(actor.kind === 'doctor' && { longestDays: longestDaysOf(config) }),
      };
    },
  });

  app.route({
    ...endpoints.create,
    handler: async (request, reply) => {
      const { actor, body } = request;
      const study = await studyToShare(request, request.params);
      const canOfferViewer = offersViewer(config) && may(actor, 'study.view-online');
      if (!canOfferViewer && body.flags.includes('remote-viewer')) throw invalid(sentences.shareNoViewer);
      const creatorID = accountOf(actor);
      const share = await shareOutside(context, callerOf(request), study, { ...body, creatorID });
      const present = await presentTo(actor, [share]);
      return reply.code(201).send(present(share));
    },
  });

  app.route({
    ...endpoints.remove,
    handler: async (request, reply) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, request.actor, study.id, request.params.shareUUID);
      await revokeShare(context, initiatorOf(request), study, share);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.mail,
    handler: async (request, reply) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, request.actor, study.id, request.params.shareUUID);
      await resendLetter(context, callerOf(request), study, share);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.link,
    handler: async (request) => {
      const study = await studyToShare(request, request.params);
      const share = await findShare(db, request.actor, study.id, request.params.shareUUID);
      context.auditBuffer.add(initiatorOf(request), {
        action: 'share.copy',
        ...auditFieldsOf(study, share.uuid),
      });
      return { shareURL: shareURLOf(context, share) };
    },
  });
};

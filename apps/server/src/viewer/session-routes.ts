import { openExternalViewer, openOwnViewer, openViewer } from '@snimok/contract/viewer';
import type { FastifyRequest } from 'fastify';
import { shareOf } from '../access/actor.ts';
import { authorize } from '../access/rules.ts';
import { byRequest } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { originOf, type Routes } from '../http/server.ts';
import { findPatient } from '../patients/queries.ts';
import { sentences } from '../sentences.ts';
import { offersViewer } from '../shares/caller.ts';
import { findStudy, type StudyRow } from '../studies/queries.ts';
import { openView } from './open-view.ts';
import type { Holder } from './ticket.ts';

/** Where a view begins: from the study card, or from the page of an external share. */
export const viewerSessionRoutes = (app: Routes, context: Context): void => {
  const { db, config, seen } = context;

  const open = async (request: FastifyRequest, holder: Holder, study: StudyRow, shareUUID?: string) => {
    const opened = await openView(context, holder, study, originOf(request));
    const { id: studyID, patientID, doctorID } = study;
    const details = shareUUID ? { details: { shareUUID } } : {};
    seen.note(byRequest(request), { action: 'study.view', studyID, patientID, doctorID, ...details });
    return opened;
  };

  const openSignedIn = (request: FastifyRequest, study: StudyRow) => {
    const { sessionHash } = request;
    if (!sessionHash) throw new Error('this area is open to nobody without a session');
    return open(request, { kind: 'session', sessionHash }, study);
  };

  const onlyInTheWeb = () => {
    if (config.remoteViewer !== 'web') throw notFound(sentences.noSuchCall);
  };

  app.route({
    ...openViewer,
    handler: async (request) => {
      const { actor, params } = request;
      onlyInTheWeb();
      authorize(actor, 'study.view-online');
      return openSignedIn(request, await findStudy(db, actor, params.studyID));
    },
  });

  app.route({
    ...openOwnViewer,
    handler: async (request) => {
      const { actor, params } = request;
      onlyInTheWeb();
      authorize(actor, 'study.view-online');
      const patient = await findPatient(db, actor, params.patientID);
      const study = await findStudy(db, actor, params.studyID);
      if (study.patientID !== patient.id) throw notFound(sentences.noStudy);
      return openSignedIn(request, study);
    },
  });

  app.route({
    ...openExternalViewer,
    handler: async (request) => {
      onlyInTheWeb();
      if (!offersViewer(config)) throw notFound(sentences.noSuchCall);
      const { shareUUID, ...share } = shareOf(request.actor);
      const study = await findStudy(db, request.actor, share.studyID);
      authorize(request.actor, 'study.view-online');
      if (study.status !== 'done') throw conflict(sentences.sharedNotAtHand);
      return open(request, { kind: 'share', shareUUID }, study, shareUUID);
    },
  });
};

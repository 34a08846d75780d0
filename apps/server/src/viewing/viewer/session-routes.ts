import { openExternalViewer, openOwnViewer, openViewer } from '@snimok/contract/viewer';
import type { FastifyRequest } from 'fastify';
import { type Actor, shareOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { offersViewer } from '../external-shares/caller.ts';
import { findOwnStudy, findStudy, type StudyRow } from '../../studies/studies/queries.ts';
import { openViewerSession } from './open-viewer-session.ts';
import type { TicketOwner } from './ticket.ts';

/** Opens a remote desktop instead of the viewer. A parameter, because that module comes after this one. */
type OpenDesktop = (
  context: Context,
  who: Actor,
  owner: TicketOwner,
  study: StudyRow,
  origin: string,
) => Promise<{ remoteSessionURL: string }>;

/** Opens viewer sessions: from the study card, or from the page of an external share. */
export const viewerSessionRoutes = (app: Routes, context: Context, openDesktop: OpenDesktop): void => {
  const { db, config, auditBuffer } = context;

  const open = async (request: FastifyRequest, owner: TicketOwner, study: StudyRow, shareUUID?: string) => {
    const origin = originOf(request);
    const opened =
      config.remoteViewer === 'desktop'
        ? await openDesktop(context, request.actor, owner, study, origin)
        : await openViewerSession(context, owner, study, origin);
    const { id: studyID, patientID, doctorID } = study;
    const details = shareUUID ? { details: { shareUUID } } : {};
    auditBuffer.add(initiatorOf(request), { action: 'study.view', studyID, patientID, doctorID, ...details });
    return opened;
  };

  const openSignedIn = (request: FastifyRequest, study: StudyRow) => {
    const { sessionHash } = request;
    if (!sessionHash) throw new Error('a request in a signed-in area has no session');
    return open(request, { kind: 'session', sessionHash }, study);
  };

  const requireViewerEnabled = () => {
    if (config.remoteViewer === 'off') throw notFound(sentences.noSuchEndpoint);
  };

  app.route({
    ...openViewer,
    handler: async (request) => {
      const { actor, params } = request;
      requireViewerEnabled();
      authorize(actor, 'study.view-online');
      return openSignedIn(request, await findStudy(db, actor, params.studyID));
    },
  });

  app.route({
    ...openOwnViewer,
    handler: async (request) => {
      const { actor, params } = request;
      requireViewerEnabled();
      authorize(actor, 'study.view-online');
      return openSignedIn(request, await findOwnStudy(db, actor, params));
    },
  });

  app.route({
    ...openExternalViewer,
    handler: async (request) => {
      requireViewerEnabled();
      if (!offersViewer(config)) throw notFound(sentences.noSuchEndpoint);
      const { shareUUID, ...share } = shareOf(request.actor);
      const study = await findStudy(db, request.actor, share.studyID);
      authorize(request.actor, 'study.view-online');
      if (study.status !== 'done') throw conflict(sentences.sharedFilesUnavailable);
      return open(request, { kind: 'share', shareUUID }, study, shareUUID);
    },
  });
};

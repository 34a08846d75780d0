import { openComparable } from '@snimok/contract/viewing/comparison';
import { openExternalViewer, openOwnViewer, openViewer } from '@snimok/contract/viewing/online-viewer';
import type { FastifyRequest } from 'fastify';
import { type Actor, shareOf } from '../../../platform/access/actor.ts';
import { authorize } from '../../../platform/access/rules.ts';
import { initiatorOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { originOf, type Routes } from '../../../platform/http/server.ts';
import { sentences as ofStudies } from '../../../studies/studies/sentences.ts';
import { sentences as ofHTTP } from '../../../platform/http/sentences.ts';
import { sentences as ofShares } from '../../external-shares/sentences.ts';
import { offersViewer } from '../../external-shares/caller.ts';
import { logShareEvent } from '../../external-shares/share-events.ts';
import { findOwnStudy, findStudy, type StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { requireOpen } from '../../../studies/studies/study-rows/study-state.ts';
import { openViewerSession } from './open-viewer-session.ts';
import { findViewableStudy } from '../viewed-study/queries.ts';
import type { TicketOwner } from './ticket.ts';
import { viewerStudyOf } from '../viewed-study/viewer-study.ts';

/**
 * Opens a remote desktop instead of the viewer. It is a parameter, because this module must not import the remote
 * desktop, which depends on it.
 */
type OpenDesktop = (
  context: Context,
  who: Actor,
  owner: TicketOwner,
  study: StudyRow,
  origin: string,
) => Promise<{ remoteSessionURL: string }>;

type SessionRequest = FastifyRequest & { query: { study?: 'true' | undefined } };

/** Another study of the same patient; another patient's is not found. */
const findComparable = async (
  { db }: Context,
  who: Actor,
  { studyID, otherStudyID }: { studyID: number; otherStudyID: number },
): Promise<StudyRow> => {
  const { patientID } = await findStudy(db, who, studyID);
  const other = await findStudy(db, who, otherStudyID);
  if (other.patientID !== patientID) throw notFound(ofStudies.noStudy);
  return other;
};

/** Opens viewer sessions: from the study card, or from the page of an external share. */
export const viewerSessionRoutes = (app: Routes, context: Context, openDesktop: OpenDesktop): void => {
  const { db, config, auditBuffer } = context;

  const open = async (request: SessionRequest, owner: TicketOwner, study: StudyRow, shareUUID?: string) => {
    const origin = originOf(request);
    const opened =
      config.remoteViewer === 'desktop'
        ? await openDesktop(context, request.actor, owner, study, origin)
        : await openOwnSession(request, owner, study, origin);
    const { id: studyID, patientID, doctorID } = study;
    const details = shareUUID ? { details: { shareUUID } } : {};
    auditBuffer.add(initiatorOf(request), { action: 'study.view', studyID, patientID, doctorID, ...details });
    return opened;
  };

  const openOwnSession = async (
    { actor, query }: SessionRequest,
    owner: TicketOwner,
    study: StudyRow,
    origin: string,
  ) => {
    const opened = await openViewerSession(context, owner, study, origin);
    const viewable = query.study === undefined ? undefined : await findViewableStudy(db, actor, study.id);
    return viewable ? { ...opened, study: await viewerStudyOf(context, actor, viewable, true) } : opened;
  };

  const openSignedIn = (request: SessionRequest, study: StudyRow) => {
    const { sessionHash } = request;
    if (!sessionHash) throw new Error('a request in a signed-in area has no session');
    return open(request, { kind: 'session', sessionHash }, study);
  };

  const requireViewerEnabled = () => {
    if (config.remoteViewer === 'off') throw notFound(ofHTTP.noSuchEndpoint);
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
    ...openComparable,
    handler: async (request) => {
      const { actor, params } = request;
      // no program of a workstation shows two studies side by side
      if (config.remoteViewer !== 'web') throw notFound(ofHTTP.noSuchEndpoint);
      authorize(actor, 'study.compare');
      return openSignedIn(request, await findComparable(context, actor, params));
    },
  });

  app.route({
    ...openExternalViewer,
    handler: async (request) => {
      if (!offersViewer(config)) throw notFound(ofHTTP.noSuchEndpoint);
      const { shareUUID, ...share } = shareOf(request.actor);
      const study = await findStudy(db, request.actor, share.studyID);
      authorize(request.actor, 'study.view-online');
      requireOpen(study, ofShares.sharedFilesUnavailable);
      await logShareEvent(context, request, shareOf(request.actor), 'viewed');
      return open(request, { kind: 'share', shareUUID }, study, shareUUID);
    },
  });
};

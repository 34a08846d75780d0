import { getFrames, getViewerStudy, renewViewer } from '@snimok/contract/viewing/online-viewer';
import { getViewerPanorama } from '@snimok/contract/studies/panorama';
import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/viewing/annotation-versions';
import { getAnnotations, saveAnnotations } from '@snimok/contract/viewing/annotations';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences as ofStudies } from '../../studies/studies/sentences.ts';
import { openPicture } from '../../studies/objects/open-picture.ts';
import { byteRangeOf } from '../../studies/renditions/packed-frames.ts';
import { viewerSessionOf } from './sessions/caller.ts';
import { findVersion, listVersions } from './annotations/annotation-versions.ts';
import { framePartsOf } from './images/frame-parts.ts';
import { findRevision, listAnnotations, replaceAnnotations } from './annotations/annotations.ts';
import { issueTicket } from './sessions/open-viewer-session.ts';
import { isRenditionReady } from './viewed-study/present.ts';
import { sendBytes } from './images/send-bytes.ts';
import { cachePlaces } from './images/places-cache.ts';
import { viewerStudyOf } from './viewed-study/viewer-study.ts';
import { sentences } from './sentences.ts';

/** The endpoints of the viewer. `caller.ts` authenticates the ticket before they run. */
export const viewerRoutes = (app: Routes, context: Context): void => {
  const placesOf = cachePlaces(context);

  app.route({
    ...renewViewer,
    handler: async (request) => issueTicket(context, viewerSessionOf(request).ticket),
  });

  app.route({
    ...getViewerStudy,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      return viewerStudyOf(context, request.actor, study, request.query.poster !== undefined);
    },
  });

  app.route({
    ...getFrames,
    handler: async (request, reply) => {
      const session = viewerSessionOf(request);
      const { objectID, renditionKey } = session.study;
      const { level, from, count, part } = request.query;
      const every = Number(request.query.every);
      if (!isRenditionReady(session.study) || !renditionKey) throw notFound(sentences.noSeries);
      const places = await placesOf(objectID, renditionKey);
      const frames = places[request.params.series]?.levels[level];
      if (!frames || from >= frames.lengths.length) throw notFound(sentences.noSeries);
      const range = byteRangeOf(frames, from, (count - 1) * every + 1);
      if (part && !frames.halfLengths) throw notFound(sentences.noSeries);
      const picked = part || every > 1 ? framePartsOf(frames, { from, count, every, part }) : undefined;
      return sendBytes(context, reply, 'application/octet-stream', renditionKey, range, picked);
    },
  });

  app.route({
    ...getViewerPanorama,
    handler: async (request, reply) => {
      const { study } = viewerSessionOf(request);
      const values = await openPicture(context, study.objectID, 'values');
      if (!values) throw notFound(ofStudies.noPicture);
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/png')
        .serializer((body: unknown) => body as string)
        .send(values.bytes);
    },
  });

  annotationRoutes(app, context);
  versionRoutes(app, context);
};

const annotationRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...getAnnotations,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      const { regions, times } = request.query;
      const shown = { withRegions: regions !== undefined, withTimes: times !== undefined };
      if (!may(request.actor, 'study.see-annotations')) return { revision: 0, authors: [] };
      // a recipient without an account has no annotations of her own
      if (!may(request.actor, 'study.annotate'))
        return { revision: 0, authors: await listAnnotations(db, study, null, shown) };
      const accountID = accountOf(request.actor);
      const [revision, authors] = await Promise.all([
        findRevision(db, study, accountID),
        listAnnotations(db, study, accountID, shown),
      ]);
      return { revision, authors };
    },
  });

  app.route({
    ...saveAnnotations,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      authorize(request.actor, 'study.annotate');
      const accountID = accountOf(request.actor);
      return {
        revision: await replaceAnnotations(context, initiatorOf(request), study, accountID, request.body),
      };
    },
  });
};

/**
 * Only for callers who may annotate: a recipient of a share sees the annotations as they are now, not their earlier
 * versions.
 */
const versionRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listAnnotationVersions,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      if (!may(request.actor, 'study.annotate')) return { versions: [] };
      return { versions: await listVersions(db, study, accountOf(request.actor)) };
    },
  });

  app.route({
    ...getAnnotationVersion,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      if (!may(request.actor, 'study.annotate')) throw notFound(sentences.noAnnotationVersion);
      return findVersion(db, study, accountOf(request.actor), request.params.versionID);
    },
  });
};

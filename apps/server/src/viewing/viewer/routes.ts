import { getFrames, getViewerPanorama, getViewerStudy, renewViewer } from '@snimok/contract/viewer';
import { getAnnotations, saveAnnotations } from '@snimok/contract/annotations';
import { getImplants } from '@snimok/contract/planning';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentPanorama } from '../../studies/panorama/present.ts';
import { findPanorama } from '../../studies/objects/panorama-queries.ts';
import { sentences } from '../../platform/sentences.ts';
import { openPicture } from '../../studies/objects/open-picture.ts';
import { byteRangeOf } from '../../studies/renditions/packed-frames.ts';
import { viewerSessionOf } from './caller.ts';
import { findRevision, listAnnotations, replaceAnnotations } from './annotations.ts';
import { issueTicket } from './open-viewer-session.ts';
import { readImplants } from './implant-library.ts';
import { isRenditionReady, presentViewerStudy } from './present.ts';
import { sendBytes } from './send-bytes.ts';
import { cachePlaces } from './places-cache.ts';
import { listSeriesFacts } from './queries.ts';

/** The endpoints of the viewer. `caller.ts` authenticates the ticket before they run. */
export const viewerRoutes = (app: Routes, context: Context): void => {
  const { db } = context;
  const placesOf = cachePlaces(context);

  app.route({
    ...renewViewer,
    handler: async (request) => issueTicket(context, viewerSessionOf(request).ticket),
  });

  app.route({
    ...getViewerStudy,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      const readyKey = isRenditionReady(study) && study.renditionKey;
      const series = readyKey ? await listSeriesFacts(db, study.objectID) : [];
      const panorama =
        study.type === 'cbct' ? presentPanorama(request.actor, await findPanorama(db, study.objectID)) : null;
      return { ...presentViewerStudy(request.actor, study, series), panorama };
    },
  });

  app.route({
    ...getFrames,
    handler: async (request, reply) => {
      const session = viewerSessionOf(request);
      const { objectID, renditionKey } = session.study;
      const { level, from, count } = request.query;
      if (!isRenditionReady(session.study) || !renditionKey) throw notFound(sentences.noSeries);
      const places = await placesOf(objectID, renditionKey);
      const frames = places[request.params.series]?.levels[level];
      if (!frames || from >= frames.lengths.length) throw notFound(sentences.noSeries);
      const range = byteRangeOf(frames, from, count);
      return sendBytes(context, reply, 'application/octet-stream', renditionKey, range);
    },
  });

  app.route({
    ...getViewerPanorama,
    handler: async (request, reply) => {
      const { study } = viewerSessionOf(request);
      const values = await openPicture(context, study.objectID, 'values');
      if (!values) throw notFound(sentences.noPicture);
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/png')
        .serializer((body: unknown) => body as string)
        .send(values.bytes);
    },
  });

  annotationRoutes(app, context);
};

const annotationRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({ ...getImplants, handler: async () => readImplants(context) });

  app.route({
    ...getAnnotations,
    handler: async (request) => {
      const { study } = viewerSessionOf(request);
      const withRegions = request.query.regions !== undefined;
      if (!may(request.actor, 'study.see-annotations')) return { revision: 0, authors: [] };
      // a recipient without an account has no annotations of her own
      if (!may(request.actor, 'study.annotate'))
        return { revision: 0, authors: await listAnnotations(db, study, null, withRegions) };
      const accountID = accountOf(request.actor);
      const [revision, authors] = await Promise.all([
        findRevision(db, study, accountID),
        listAnnotations(db, study, accountID, withRegions),
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

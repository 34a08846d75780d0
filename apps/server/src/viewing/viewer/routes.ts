import {
  getFrames,
  getAnnotations,
  getViewerPanorama,
  getViewerStudy,
  renewViewer,
  saveAnnotations,
} from '@snimok/contract/viewer';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { byRequest } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { presentPanorama } from '../../studies/panorama/present.ts';
import { findPanorama } from '../../studies/panorama/queries.ts';
import { sentences } from '../../platform/sentences.ts';
import { findPicture } from '../../studies/studies/queries.ts';
import { spanOf } from '../../studies/renditions/write-pack.ts';
import { endWithRight, viewingOf } from './caller.ts';
import { findRevision, listAnnotations, saveAnnotationsOf } from './annotations.ts';
import { newTicket } from './open-viewer-session.ts';
import { isReady, presentViewed } from './present.ts';
import { sendBytes } from './send-bytes.ts';
import { rememberSeries } from './series-cache.ts';

/** What the viewer asks for. Whether it may at all, `caller.ts` has found out before these run. */
export const viewerRoutes = (app: Routes, context: Context): void => {
  const { db, storage } = context;
  const seriesOf = rememberSeries(context);

  app.route({
    ...renewViewer,
    handler: async (request) => newTicket(context, viewingOf(request).ticket),
  });

  app.route({
    ...getViewerStudy,
    handler: async (request) => {
      const { study } = viewingOf(request);
      const ready = isReady(study) && study.viewKey;
      const stored = ready ? await seriesOf(study.objectID, ready) : [];
      const series = stored.map(({ facts }) => facts);
      const panorama =
        study.type === 'cbct' ? presentPanorama(request.actor, await findPanorama(db, study.objectID)) : null;
      return { ...presentViewed(request.actor, study, series), panorama };
    },
  });

  app.route({
    ...getFrames,
    handler: async (request, reply) => {
      const viewing = viewingOf(request);
      const { study } = viewing;
      const { level, from, count } = request.query;
      if (!isReady(study) || !study.viewKey) throw notFound(sentences.noSeries);
      const stored = await seriesOf(study.objectID, study.viewKey);
      const places = stored[request.params.series]?.places.levels[level];
      if (!places || from >= places.lengths.length) throw notFound(sentences.noSeries);
      endWithRight(context, reply, viewing);
      return sendBytes(
        context,
        reply,
        'application/octet-stream',
        study.viewKey,
        spanOf(places, from, count),
      );
    },
  });

  app.route({
    ...getViewerPanorama,
    handler: async (request, reply) => {
      const { study } = viewingOf(request);
      const values = await findPicture(db, study.objectID, 'values');
      if (!values) throw notFound(sentences.noPicture);
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/png')
        .serializer((body: unknown) => body as string)
        .send(await storage.read(values.key));
    },
  });

  app.route({
    ...getAnnotations,
    handler: async (request) => {
      const { study } = viewingOf(request);
      if (!may(request.actor, 'study.mark')) return { revision: 0, authors: [] };
      const accountID = accountOf(request.actor);
      const [revision, authors] = await Promise.all([
        findRevision(db, study, accountID),
        listAnnotations(db, study, accountID),
      ]);
      return { revision, authors };
    },
  });

  app.route({
    ...saveAnnotations,
    handler: async (request) => {
      const { study } = viewingOf(request);
      authorize(request.actor, 'study.mark');
      const accountID = accountOf(request.actor);
      return {
        revision: await saveAnnotationsOf(context, byRequest(request), study, accountID, request.body),
      };
    },
  });
};

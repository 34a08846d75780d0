import { getSeriesMetadata } from '@snimok/contract/viewing/series-metadata';
import { authorize } from '../../platform/access/rules.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { deleteLostMetadata } from '../../studies/metadata/lost-metadata.ts';
import { viewerSessionOf } from '../online-viewer/sessions/caller.ts';
import type { Dicomweb } from './requests/dicomweb.ts';
import { streamMetadata } from './files/metadata.ts';
import { findStudyObject } from './instance-rows/queries.ts';
import { JSON_TYPE } from './requests/media-types.ts';
import { send } from './requests/reply.ts';
import { sentences } from './sentences.ts';

/** The metadata of a series for the viewer, whose ticket gives access to one study. */
export const viewerMetadataRoutes = (app: Routes, { context, selectFrom }: Dicomweb): void => {
  app.route({
    ...getSeriesMetadata,
    handler: async (request, reply) => {
      const { study } = viewerSessionOf(request);
      authorize(request.actor, 'study.read-dicom');
      const object = await findStudyObject(context.db, request.actor, study.id);
      if (!object) throw notFound(sentences.dicomNotFound);
      const source = { objects: [object], seriesUID: request.params.seriesUID };
      let selection = await selectFrom(source);
      if (await deleteLostMetadata(context, [object.objectID])) selection = await selectFrom(source);
      return send(reply, JSON_TYPE, streamMetadata(context, selection));
    },
  });
};

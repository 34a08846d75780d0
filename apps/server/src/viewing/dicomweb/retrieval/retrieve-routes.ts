import type { DicomwebEndpoints } from '@snimok/contract/viewing/dicomweb';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../../platform/access/rules.ts';
import { originOf, type Routes } from '../../../platform/http/server.ts';
import { countDownload } from '../../../people/accounts/limits/reading-limit.ts';
import { deleteLostMetadata } from '../../../studies/metadata/lost-metadata.ts';
import { acceptFrames, acceptOneOf, preferredOf } from '../requests/accept.ts';
import type { Dicomweb } from '../requests/dicomweb.ts';
import { idsOf, type Instance } from '../instance-rows/instances.ts';
import { streamMetadata } from '../files/metadata.ts';
import { JSON_TYPE, JSON_TYPES, RENDERED_TYPES } from '../requests/media-types.ts';
import { send, signalOf } from '../requests/reply.ts';
import {
  renderFrame,
  type RenderOptions,
  retrieveBulkData,
  retrieveFiles,
  retrieveFrames,
} from './retrieve.ts';

/** WADO-RS (PS3.18, 10.4): metadata, files and uncompressed frames. */
export const retrieveRoutes = (
  app: Routes,
  { context, pixelReader, select, recordAccess }: Dicomweb,
  endpoints: DicomwebEndpoints,
  path: string,
): void => {
  for (const endpoint of [endpoints.studyMetadata, endpoints.seriesMetadata, endpoints.instanceMetadata]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        acceptOneOf(request.headers.accept, ...JSON_TYPES);
        let selection = await select(request, request.params);
        if (await deleteLostMetadata(context, idsOf(selection))) {
          selection = await select(request, request.params);
        }
        recordAccess(request, 'study.view', selection.first.object);
        const base = `${originOf(request)}/api/1${path}/studies/${request.params.studyUID}`;
        const addressOf = ({ seriesInstanceUID, sopInstanceUID }: Instance) =>
          `${base}/series/${seriesInstanceUID}/instances/${sopInstanceUID}`;
        return send(reply, JSON_TYPE, streamMetadata(context, selection, addressOf));
      },
    });
  }

  for (const endpoint of [endpoints.retrieveStudy, endpoints.retrieveSeries, endpoints.retrieveInstance]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const selection = await select(request, request.params);
        authorize(request.actor, 'study.download');
        await countDownload(context, request.actor, selection.first.object.studyID);
        const { contentType, body } = await retrieveFiles(context, selection, request.headers.accept);
        recordAccess(request, 'study.download', selection.first.object);
        return send(reply, contentType, body);
      },
    });
  }

  app.route({
    ...endpoints.retrieveFrames,
    handler: async (request, reply) => {
      acceptFrames(request.headers.accept);
      const { first } = await select(request, request.params);
      await countDownload(context, request.actor, first.object.studyID);
      const frames = request.params.frames.split(',').map((frame) => Number(frame) - 1);
      const { contentType, body } = await retrieveFrames(pixelReader, first, frames, signalOf(request));
      recordAccess(request, 'study.view', first.object);
      return send(reply, contentType, body);
    },
  });
};

/** WADO-RS bulk data (PS3.18, 10.4.1.1.5): what metadata name by a `BulkDataURI`. */
export const bulkDataRoutes = (
  app: Routes,
  { context, pixelReader, select, recordAccess }: Dicomweb,
  endpoints: DicomwebEndpoints,
): void => {
  app.route({
    ...endpoints.retrieveBulkData,
    handler: async (request, reply) => {
      acceptFrames(request.headers.accept);
      const { first } = await select(request, request.params);
      await countDownload(context, request.actor, first.object.studyID);
      const { tag } = request.params;
      const { contentType, body } = await retrieveBulkData(pixelReader, first, tag, signalOf(request));
      recordAccess(request, 'study.view', first.object);
      return send(reply, contentType, body);
    },
  });
};

/** WADO-RS rendered resources (PS3.18, 8.7.4): an instance's first frame, or one given frame, as JPEG or PNG. */
export const renderRoutes = (
  app: Routes,
  { pixelReader, select, recordAccess }: Dicomweb,
  endpoints: DicomwebEndpoints,
): void => {
  const sendRendered = async (
    request: FastifyRequest,
    reply: FastifyReply,
    instance: Instance,
    frame: number,
    query: Omit<RenderOptions, 'mediaType'>,
  ) => {
    const mediaType = preferredOf(request.headers.accept, ...RENDERED_TYPES);
    const options = { mediaType, ...query };
    const picture = await renderFrame(pixelReader, instance, frame, options, signalOf(request));
    recordAccess(request, 'study.view', instance.object);
    return send(reply.header('content-length', picture.sizeBytes), mediaType, picture.read());
  };

  app.route({
    ...endpoints.renderInstance,
    handler: async (request, reply) => {
      const { first } = await select(request, request.params);
      return sendRendered(request, reply, first, 0, request.query);
    },
  });

  app.route({
    ...endpoints.renderFrame,
    handler: async (request, reply) => {
      const { first } = await select(request, request.params);
      const frame = Number(request.params.frames) - 1;
      return sendRendered(request, reply, first, frame, request.query);
    },
  });
};

import type { DicomwebEndpoints } from '@snimok/contract/dicomweb';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import type { Routes } from '../../platform/http/server.ts';
import { acceptFrames, acceptOneOf } from './accept.ts';
import type { Dicomweb } from './dicomweb.ts';
import type { Instance } from './instances.ts';
import { send, sendJSON, signalOf } from './reply.ts';
import { renderFrame, type RenderOptions, retrieveFiles, retrieveFrames } from './retrieve.ts';

/** WADO-RS (PS3.18, 10.4): metadata, files and uncompressed frames. */
export const retrieveRoutes = (
  app: Routes,
  { context, pixelReader, findInstances, recordAccess }: Dicomweb,
  endpoints: DicomwebEndpoints,
): void => {
  for (const endpoint of [endpoints.studyMetadata, endpoints.seriesMetadata, endpoints.instanceMetadata]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const { instances, first } = await findInstances(request, request.params);
        recordAccess(request, 'study.view', first.object);
        const metadata = instances.map((instance) => instance.metadata);
        return sendJSON(request, reply, metadata);
      },
    });
  }

  for (const endpoint of [endpoints.retrieveStudy, endpoints.retrieveSeries, endpoints.retrieveInstance]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const { instances, first } = await findInstances(request, request.params);
        authorize(request.actor, 'study.download');
        const { contentType, body } = retrieveFiles(context, instances, request.headers.accept);
        recordAccess(request, 'study.download', first.object);
        return send(reply, contentType, body);
      },
    });
  }

  app.route({
    ...endpoints.retrieveFrames,
    handler: async (request, reply) => {
      acceptFrames(request.headers.accept);
      const { first } = await findInstances(request, request.params);
      const frames = request.params.frames.split(',').map((frame) => Number(frame) - 1);
      const { contentType, body } = await retrieveFrames(pixelReader, first, frames, signalOf(request));
      recordAccess(request, 'study.view', first.object);
      return send(reply, contentType, body);
    },
  });
};

/** WADO-RS rendered resources (PS3.18, 8.7.4): an instance's first frame, or one given frame, as JPEG. */
export const renderRoutes = (
  app: Routes,
  { pixelReader, findInstances, recordAccess }: Dicomweb,
  endpoints: DicomwebEndpoints,
): void => {
  const sendRendered = async (
    request: FastifyRequest,
    reply: FastifyReply,
    instance: Instance,
    frame: number,
    options: RenderOptions,
  ) => {
    acceptOneOf(request.headers.accept, 'image/jpeg');
    const jpeg = await renderFrame(pixelReader, instance, frame, options, signalOf(request));
    recordAccess(request, 'study.view', instance.object);
    return send(reply, 'image/jpeg', Buffer.from(jpeg));
  };

  app.route({
    ...endpoints.renderInstance,
    handler: async (request, reply) => {
      const { first } = await findInstances(request, request.params);
      return sendRendered(request, reply, first, 0, request.query);
    },
  });

  app.route({
    ...endpoints.renderFrame,
    handler: async (request, reply) => {
      const { first } = await findInstances(request, request.params);
      const frame = Number.parseInt(request.params.frames, 10) - 1;
      return sendRendered(request, reply, first, frame, request.query);
    },
  });
};

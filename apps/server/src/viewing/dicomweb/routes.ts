import { dicomweb, type DicomwebCalls, sharedDicomweb } from '@snimok/contract/dicomweb';
import type { JsonDataSet } from '@snimok/imaging/dicom/json-model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { acceptFrames, acceptOneOf } from './accept.ts';
import { type Instance, createInstanceLoader } from './instances.ts';
import { openExtractedFiles } from './extracted-files.ts';
import { presentInstance, presentSeries, presentStudy } from './present.ts';
import { listStudyObjects } from './queries.ts';
import { openParserPool } from './parser-pool.ts';
import { renderFrame, retrieveFiles, retrieveFrames } from './retrieve.ts';
import { findStudies } from './search.ts';
import { matchesTerms, parseSearchTerms, type SearchTerms } from './search-terms.ts';
import { openAccessAudit } from './audit-access.ts';

interface Wanted {
  studyUID: string;
  seriesUID?: string;
  instanceUID?: string;
}

/**
 * DICOMweb, read-only (PS3.18, 10): for other people's viewers and archives, with the portal's own sessions under
 * `/dicomweb` and with an external share's token under `/external/dicomweb`. docs/dicomweb.md is its conformance statement.
 */
export const dicomwebRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const tools = { pool: openParserPool(), files: openExtractedFiles(context) };
  const instancesOf = createInstanceLoader(context, tools.pool);
  const seen = openAccessAudit(context);
  (app as unknown as FastifyInstance).addHook('onClose', async () => {
    tools.pool.close();
    await tools.files.close();
  });

  /** What one may see of what the path names; files that are not of it are left out. */
  const found = async (request: FastifyRequest, { studyUID, seriesUID, instanceUID }: Wanted) => {
    const objects = await listStudyObjects(db, request.actor, studyUID);
    if (objects.length === 0) throw notFound(sentences.dicomNotFound);
    authorize(request.actor, 'study.read-dicom');
    const instances = (await instancesOf(objects)).filter(
      ({ seriesInstanceUID, sopInstanceUID }) =>
        (seriesUID === undefined || seriesInstanceUID === seriesUID) &&
        (instanceUID === undefined || sopInstanceUID === instanceUID),
    );
    const [first] = instances;
    if (!first) throw notFound(sentences.dicomNotFound);
    return { instances, first };
  };

  const answerJSON = (request: FastifyRequest, reply: FastifyReply, answer: JsonDataSet[]) => {
    acceptOneOf(request.headers.accept, 'application/dicom+json', 'application/json');
    return send(reply, 'application/dicom+json', JSON.stringify(answer));
  };

  const answerSearch = (
    request: FastifyRequest,
    reply: FastifyReply,
    { ignored }: SearchTerms,
    answer: JsonDataSet[],
  ) => {
    if (ignored.length > 0) {
      const names = ignored.map((name) => name.replace(/[^\w.-]/g, '?').slice(0, 64)).join(', ');
      reply.header('warning', `299 snimok "These parameters were not matched: ${names}"`);
    }
    return answer.length > 0 ? answerJSON(request, reply, answer) : reply.code(204).send();
  };

  const serve = (calls: DicomwebCalls, path: string): void => {
    const base = (request: FastifyRequest) => `${originOf(request)}/api/1${path}`;

    app.route({
      ...calls.searchStudies,
      handler: async (request, reply) => {
        authorize(request.actor, 'study.read-dicom');
        const { terms, studies } = await findStudies(context, request.actor, request.query);
        const answer = studies.map((study) => presentStudy(study, base(request), config.timeZone));
        return answerSearch(request, reply, terms, answer);
      },
    });

    app.route({
      ...calls.searchSeries,
      handler: async (request, reply) => {
        const terms = parseSearchTerms(request.query, ['Modality', 'SeriesInstanceUID', 'SeriesNumber']);
        const { instances } = await found(request, request.params);
        const series = [...Map.groupBy(instances, ({ seriesInstanceUID }) => seriesInstanceUID).values()];
        const answer = series
          .map((files) => presentSeries(files, request.params.studyUID, base(request)))
          .filter((each) => matchesTerms(terms.match, each));
        return answerSearch(request, reply, terms, page(terms, answer));
      },
    });

    const searchInstances = async (
      request: FastifyRequest,
      reply: FastifyReply,
      wanted: Wanted,
      query: Record<string, string | string[]>,
    ) => {
      const terms = parseSearchTerms(query, [
        'SOPInstanceUID',
        'SOPClassUID',
        'InstanceNumber',
        'SeriesInstanceUID',
      ]);
      const { instances } = await found(request, wanted);
      const answer = instances
        .map((instance) => presentInstance(instance, wanted.studyUID, base(request)))
        .filter((each) => matchesTerms(terms.match, each));
      return answerSearch(request, reply, terms, page(terms, answer));
    };
    for (const call of [calls.searchStudyInstances, calls.searchInstances]) {
      app.route({
        ...call,
        handler: (request, reply) => searchInstances(request, reply, request.params, request.query),
      });
    }

    for (const call of [calls.studyMetadata, calls.seriesMetadata, calls.instanceMetadata]) {
      app.route({
        ...call,
        handler: async (request, reply) => {
          const { instances, first } = await found(request, request.params);
          seen(request, 'study.view', first.object);
          return answerJSON(
            request,
            reply,
            instances.map(({ metadata }) => metadata),
          );
        },
      });
    }

    for (const call of [calls.retrieveStudy, calls.retrieveSeries, calls.retrieveInstance]) {
      app.route({
        ...call,
        handler: async (request, reply) => {
          const { instances, first } = await found(request, request.params);
          authorize(request.actor, 'study.download');
          const { contentType, body } = retrieveFiles(context, instances, request.headers.accept);
          seen(request, 'study.download', first.object);
          return send(reply, contentType, body);
        },
      });
    }

    app.route({
      ...calls.retrieveFrames,
      handler: async (request, reply) => {
        acceptFrames(request.headers.accept);
        const { first } = await found(request, request.params);
        const frames = request.params.frames.split(',').map((frame) => Number(frame) - 1);
        const { contentType, body } = await retrieveFrames(tools, first, frames, signalOf(request));
        seen(request, 'study.view', first.object);
        return send(reply, contentType, body);
      },
    });

    const rendered = async (
      request: FastifyRequest,
      reply: FastifyReply,
      first: Instance,
      frame: number,
      rendering: Parameters<typeof renderFrame>[3],
    ) => {
      acceptOneOf(request.headers.accept, 'image/jpeg');
      const jpeg = await renderFrame(tools, first, frame, rendering, signalOf(request));
      seen(request, 'study.view', first.object);
      return send(reply, 'image/jpeg', Buffer.from(jpeg));
    };
    app.route({
      ...calls.renderInstance,
      handler: async (request, reply) => {
        const { first } = await found(request, request.params);
        return rendered(request, reply, first, 0, request.query);
      },
    });
    app.route({
      ...calls.renderFrame,
      handler: async (request, reply) => {
        const { first } = await found(request, request.params);
        return rendered(request, reply, first, Number.parseInt(request.params.frames, 10) - 1, request.query);
      },
    });
  };

  serve(dicomweb, '/dicomweb');
  serve(sharedDicomweb, '/external/dicomweb');
};

const page = <T>({ offset, limit }: SearchTerms, all: T[]): T[] => all.slice(offset, offset + limit);

/** Health data is kept by nobody on the way, and DICOM's own forms are not for the promise's serializer. */
const send = (reply: FastifyReply, contentType: string, body: unknown) =>
  reply
    .header('cache-control', 'private, no-store')
    .type(contentType)
    .serializer((each: unknown) => each as string)
    .send(body);

/** Raised when the one who asked has gone. */
const signalOf = ({ raw }: FastifyRequest): AbortSignal => {
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  return gone.signal;
};

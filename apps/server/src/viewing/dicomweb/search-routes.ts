import type { DicomwebEndpoints } from '@snimok/contract/dicomweb';
import type { JsonDataSet } from '@snimok/imaging/dicom/json-model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import { countSearch } from '../../people/accounts/reading-limit.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import type { Dicomweb } from './dicomweb.ts';
import { searchInstances, searchSeries } from './instance-queries.ts';
import { idsOf } from './instances.ts';
import { presentInstance, presentSeries, presentStudy } from './present.ts';
import { sendJSON } from './reply.ts';
import { findStudies } from './search.ts';
import { conditionsOf, parseSearchTerms, type SearchTerms } from './search-terms.ts';

/** A whole series without a limit in the request: viewers take what they get for all of it. */
const INSTANCES = { usual: 5_000, most: 5_000 };
const SERIES = { usual: 1_000, most: 1_000 };

/** QIDO-RS (PS3.18, 10.6): searches for studies, series and instances. */
export const searchRoutes = (
  app: Routes,
  { context, select }: Dicomweb,
  endpoints: DicomwebEndpoints,
  path: string,
): void => {
  const baseURL = (request: FastifyRequest) => `${originOf(request)}/api/1${path}`;

  app.route({
    ...endpoints.searchStudies,
    handler: async (request, reply) => {
      authorize(request.actor, 'study.read-dicom');
      await countSearch(context, request.actor);
      const { terms, studies, remaining } = await findStudies(context, request.actor, request.query);
      const { timeZone } = context.config;
      const results = studies.map((study) => presentStudy(study, baseURL(request), timeZone));
      return sendResults(request, reply, { ...terms, remaining }, results);
    },
  });

  app.route({
    ...endpoints.searchSeries,
    handler: async (request, reply) => {
      const terms = parseSearchTerms(
        request.query,
        ['Modality', 'SeriesInstanceUID', 'SeriesNumber'],
        SERIES,
      );
      const conditions = conditionsOf(terms.match);
      const selection = await select(request, request.params);
      const found = await searchSeries(context.db, idsOf(selection), { ...terms, conditions });
      const results = found.map((each) => presentSeries(each, request.params.studyUID, baseURL(request)));
      return sendResults(request, reply, { ...terms, remaining: remainingAfter(found, terms) }, results);
    },
  });

  for (const endpoint of [endpoints.searchStudyInstances, endpoints.searchInstances]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const { params, query } = request;
        const terms = parseSearchTerms(
          query,
          ['SOPInstanceUID', 'SOPClassUID', 'InstanceNumber', 'SeriesInstanceUID'],
          INSTANCES,
        );
        const conditions = conditionsOf(terms.match);
        const selection = await select(request, params);
        const page = { ...terms, conditions };
        const found = await searchInstances(context.db, idsOf(selection), selection, page);
        const results = found.map((each) => presentInstance(each, params.studyUID, baseURL(request)));
        return sendResults(request, reply, { ...terms, remaining: remainingAfter(found, terms) }, results);
      },
    });
  }
};

const remainingAfter = (found: { total: number }[], { offset }: SearchTerms): number =>
  found.length === 0 ? 0 : found[0]!.total - offset - found.length;

/**
 * Replies 204 without results (PS3.18, 10.6.3.1). Warning headers name the ignored parameters and the number of further
 * results (PS3.18, 8.3.4.4).
 */
const sendResults = (
  request: FastifyRequest,
  reply: FastifyReply,
  { ignored, remaining }: SearchTerms & { remaining: number },
  results: JsonDataSet[],
) => {
  const warnings: string[] = [];
  if (ignored.length > 0) {
    const names = ignored.map((name) => name.replace(/[^\w.-]/g, '?').slice(0, 64)).join(', ');
    warnings.push(`299 snimok "These parameters were not matched: ${names}"`);
  }
  if (remaining > 0)
    warnings.push(`299 snimok "There are ${remaining} additional results that can be requested"`);
  if (warnings.length > 0) reply.header('warning', warnings.join(', '));
  return results.length > 0 ? sendJSON(request, reply, results) : reply.code(204).send();
};

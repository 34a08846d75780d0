import type { DicomwebEndpoints } from '@snimok/contract/viewing/dicomweb';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../../../platform/access/rules.ts';
import { countSearch } from '../../../people/accounts/limits/reading-limit.ts';
import { originOf, type Routes } from '../../../platform/http/server.ts';
import { combined } from '../instance-rows/attributes.ts';
import type { Dicomweb } from '../requests/dicomweb.ts';
import {
  INSTANCE_KEYS,
  instanceConditions,
  KEYS_IN_SERIES,
  SERIES_KEYS,
} from '../instance-rows/instance-conditions.ts';
import {
  countInstances,
  type FoundInstance,
  searchInstances,
  searchSeries,
} from '../instance-rows/instance-queries.ts';
import { idsOf } from '../instance-rows/instances.ts';
import { ofSeries, presentInstance, presentSeries, presentStudy } from '../instance-rows/present.ts';
import { sendJSONStream } from '../requests/reply.ts';
import { PAGE_SIZES } from './limits.ts';
import { findStudies } from './search.ts';
import { addWarnings, sendResults } from './search-reply.ts';
import { parseSearchTerms, type SearchTerms } from '../instance-rows/search-terms.ts';

/** Instances that are read and sent at a time. */
const PAGE = 200;

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
      return sendResults(request, reply, { base: baseURL(request), ...terms, remaining }, results);
    },
  });

  app.route({
    ...endpoints.searchSeries,
    handler: async (request, reply) => {
      const terms = parseSearchTerms(request.query, SERIES_KEYS, PAGE_SIZES.series);
      const conditions = instanceConditions(terms.match);
      const selection = await select(request, request.params, terms.match);
      const found = await searchSeries(context.db, [idsOf(selection)], { ...terms, conditions });
      const results = found.map((each) => presentSeries(each, request.params.studyUID, baseURL(request)));
      const remaining = remainingAfter(found, terms);
      return sendResults(request, reply, { base: baseURL(request), ...terms, remaining }, results);
    },
  });

  for (const endpoint of [endpoints.searchStudyInstances, endpoints.searchInstances]) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const { params, query } = request;
        const isOfStudy = !('seriesUID' in params);
        const keys = isOfStudy ? [...SERIES_KEYS, ...INSTANCE_KEYS] : KEYS_IN_SERIES;
        const terms = parseSearchTerms(query, keys, PAGE_SIZES.instances);
        const conditions = instanceConditions(terms.match);
        const selection = await select(request, params, terms.match);
        const studies = [idsOf(selection)];
        const total = await countInstances(context.db, studies, selection, conditions);
        const count = Math.max(0, Math.min(terms.limit, total - terms.offset));
        const remaining = Math.max(0, total - terms.offset - count);
        addWarnings(reply, { base: baseURL(request), ...terms, remaining });
        if (count === 0) return reply.code(204).send();
        const pages = pagesOf(count, (after, limit) =>
          searchInstances(context.db, studies, selection, {
            conditions,
            after,
            offset: after ? 0 : terms.offset,
            limit,
          }),
        );
        const results = mapPages(pages, (each) => {
          const instance = presentInstance(each, params.studyUID, baseURL(request));
          return isOfStudy ? combined(ofSeries(each.attributes), instance) : instance;
        });
        return sendJSONStream(request, reply, results);
      },
    });
  }
};

const remainingAfter = (found: { total: number }[], { offset }: SearchTerms): number =>
  found.length === 0 ? 0 : found[0]!.total - offset - found.length;

/** Reads `count` rows in pages while they are sent, so that a large series takes no memory. */
async function* pagesOf(
  count: number,
  read: (after: FoundInstance | null, limit: number) => Promise<FoundInstance[]>,
): AsyncGenerator<FoundInstance[], void> {
  let after: FoundInstance | null = null;
  for (let left = count; left > 0;) {
    const page: FoundInstance[] = await read(after, Math.min(PAGE, left));
    if (page.length === 0) return;
    yield page;
    left -= page.length;
    after = page.at(-1) ?? null;
  }
}

async function* mapPages<From, To>(pages: AsyncIterable<From[]>, map: (each: From) => To) {
  for await (const page of pages) yield page.map(map);
}

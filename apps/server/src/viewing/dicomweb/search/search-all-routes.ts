import type { DicomwebEndpoints } from '@snimok/contract/viewing/dicomweb';
import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { originOf, type Routes } from '../../../platform/http/server.ts';
import { combined } from '../instance-rows/attributes.ts';
import type { Dicomweb } from '../requests/dicomweb.ts';
import { INSTANCE_KEYS, instanceConditions, SERIES_KEYS } from '../instance-rows/instance-conditions.ts';
import { countInstances, searchInstances, searchSeries } from '../instance-rows/instance-queries.ts';
import { ofSeries, presentInstance, presentSeries, presentStudy } from '../instance-rows/present.ts';
import { searchStudies } from '../instance-rows/queries.ts';
import { PAGE_SIZES } from './limits.ts';
import { searchedStudies } from './search-all.ts';
import { sendResults } from './search-reply.ts';
import { uidIs } from '../instance-rows/text-conditions.ts';

/** QIDO-RS for the series and instances of all studies that one may see (PS3.18, table 10.6.1-1). */
export const searchAllRoutes = (
  app: Routes,
  service: Dicomweb,
  endpoints: DicomwebEndpoints,
  path: string,
): void => {
  const { context } = service;

  app.route({
    ...endpoints.searchAllSeries,
    handler: async (request, reply) => {
      const base = `${originOf(request)}/api/1${path}`;
      const { terms, studies, omitted } = await searchedStudies(
        service,
        request,
        SERIES_KEYS,
        PAGE_SIZES.all,
      );
      const conditions = instanceConditions(terms.match);
      const objects = studies.map(({ objectIDs }) => objectIDs);
      const found = await searchSeries(context.db, objects, { ...terms, conditions });
      const uidOf = ({ study }: { study: number }) => studies[study]!.studyUID;
      const ofStudy = await presentStudies(context, request.actor, found.map(uidOf), base);
      const results = found.map((each) =>
        combined(ofStudy.get(uidOf(each)) ?? {}, presentSeries(each, uidOf(each), base)),
      );
      const remaining = found.length === 0 ? 0 : found[0]!.total - terms.offset - found.length;
      return sendResults(request, reply, { base, ...terms, remaining, omitted }, results);
    },
  });

  app.route({
    ...endpoints.searchAllInstances,
    handler: async (request, reply) => {
      const base = `${originOf(request)}/api/1${path}`;
      const keys = [...SERIES_KEYS, ...INSTANCE_KEYS];
      const { terms, studies, omitted } = await searchedStudies(service, request, keys, PAGE_SIZES.all);
      const conditions = instanceConditions(terms.match);
      const objects = studies.map(({ objectIDs }) => objectIDs);
      const found = await searchInstances(context.db, objects, {}, { ...terms, conditions, after: null });
      const isLast = found.length > 0 && found.length < terms.limit;
      const end = terms.offset + found.length;
      const total = isLast ? end : await countInstances(context.db, objects, {}, conditions);
      const uidOf = ({ study }: { study: number }) => studies[study]!.studyUID;
      const ofStudy = await presentStudies(context, request.actor, found.map(uidOf), base);
      const results = found.map((each) =>
        combined(
          ofStudy.get(uidOf(each)) ?? {},
          ofSeries(each.attributes),
          presentInstance(each, uidOf(each), base),
        ),
      );
      return sendResults(
        request,
        reply,
        { base, ...terms, remaining: Math.max(0, total - end), omitted },
        results,
      );
    },
  });
};

/** The attributes of studies, which these answers have too, by Study Instance UID. */
const presentStudies = async (
  { db, config }: Context,
  who: Actor,
  studyUIDs: string[],
  base: string,
): Promise<Map<string, JsonDataSet>> => {
  const uids = [...new Set(studyUIDs)];
  const studies = await searchStudies(db, who, [uidIs(sql`objects.study_instance_uid`, uids.join())], {
    offset: 0,
    limit: uids.length,
  });
  return new Map(
    studies.map((study) => [study.studyInstanceUID ?? '', presentStudy(study, base, config.timeZone)]),
  );
};

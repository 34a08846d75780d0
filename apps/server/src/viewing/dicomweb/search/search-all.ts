import type { FastifyRequest } from 'fastify';
import { authorize } from '../../../platform/access/rules.ts';
import { countSearch } from '../../../people/accounts/limits/reading-limit.ts';
import { expireOutdated, listMetadataStates } from '../../../studies/metadata/queries.ts';
import { enqueueMetadata } from '../../../studies/objects/jobs.ts';
import type { Key } from '../instance-rows/attributes.ts';
import type { Dicomweb } from '../requests/dicomweb.ts';
import { needsLater } from '../instance-rows/instance-conditions.ts';
import { type FoundObjects, listMatchingObjects } from '../instance-rows/queries.ts';
import {
  type Match,
  type PageSize,
  parseSearchTerms,
  type Query,
  type SearchTerms,
} from '../instance-rows/search-terms.ts';
import { MAX_AWAITED, MAX_IMAGES, MAX_STUDIES } from './limits.ts';
import { STUDY_KEYS, studyConditions } from '../instance-rows/study-conditions.ts';

interface SearchedStudies {
  terms: SearchTerms;
  studies: FoundObjects[];
  /** what the answer does not contain, for Warning headers */
  omitted: string[];
}

/**
 * The studies that a search for series or instances of all studies reads: the newest ones that match the keys of
 * studies.
 * @throws Problem 400, 403, 429, and 503 while metadata are made
 */
export const searchedStudies = async (
  service: Dicomweb,
  { actor, query }: FastifyRequest<{ Querystring: Query }>,
  keys: readonly Key[],
  size: PageSize,
): Promise<SearchedStudies> => {
  const { context } = service;
  authorize(actor, 'study.read-dicom');
  await countSearch(context, actor);
  const { db, config } = context;
  const terms = parseSearchTerms(query, [...STUDY_KEYS, ...keys], size);
  const conditions = studyConditions(terms, config.timeZone);
  const found = await listMatchingObjects(db, actor, conditions, MAX_STUDIES + 1);
  const studies = newestOf(found);
  const omitted =
    found.length > studies.length
      ? [
          `Only the newest ${studies.length} matching studies were searched; restrict them by attributes of studies`,
        ]
      : [];
  const ids = studies.flatMap(({ objectIDs }) => objectIDs);
  const unprepared = await prepareMetadata(service, ids, terms.match);
  if (unprepared > 0)
    omitted.push(`${unprepared} studies were not searched, because their metadata are not made yet`);
  return { terms, studies, omitted };
};

/** At least one study, and no more than the limits permit. */
const newestOf = (found: FoundObjects[]): FoundObjects[] => {
  let images = 0;
  return found.slice(0, MAX_STUDIES).filter(({ imageCount }, at) => {
    images += imageCount;
    return at === 0 || images <= MAX_IMAGES;
  });
};

/** The number of objects without metadata that this search can read. Each search has some of them made. */
const prepareMetadata = async (
  { context, waitForMetadata }: Dicomweb,
  objectIDs: string[],
  match: Match,
): Promise<number> => {
  const { db } = context;
  const outdated = needsLater(match) ? await expireOutdated(db, objectIDs, MAX_AWAITED) : 0;
  const missing = (await listMetadataStates(db, objectIDs)).filter(({ isReady }) => !isReady);
  if (missing.length <= MAX_AWAITED) {
    await waitForMetadata(missing.map(({ objectID }) => objectID));
    return outdated;
  }
  for (const { objectID, isQueued } of missing.slice(0, MAX_AWAITED))
    if (!isQueued) await enqueueMetadata(db, objectID);
  return outdated + missing.length;
};

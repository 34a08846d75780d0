import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { countStudies, type FoundStudy, searchStudies } from '../instance-rows/queries.ts';
import { parseSearchTerms, type Query, type SearchTerms } from '../instance-rows/search-terms.ts';
import { MAX_REMAINING, PAGE_SIZES } from './limits.ts';
import { STUDY_KEYS, studyConditions } from '../instance-rows/study-conditions.ts';

/**
 * QIDO-RS for studies (PS3.18, 10.6), answered from the database without reading DICOM files. `remaining` further studies
 * match; more than 10,000 count as 10,000.
 */
export const findStudies = async (
  { db, config }: Context,
  who: Actor,
  query: Query,
): Promise<{ terms: SearchTerms; studies: FoundStudy[]; remaining: number }> => {
  const terms = parseSearchTerms(query, STUDY_KEYS, PAGE_SIZES.studies);
  const conditions = studyConditions(terms, config.timeZone);
  const studies = await searchStudies(db, who, conditions, terms);
  const end = terms.offset + terms.limit;
  const isLast = studies.length < terms.limit;
  const matching = isLast ? end : await countStudies(db, who, conditions, end + MAX_REMAINING);
  return { terms, studies, remaining: Math.max(0, matching - end) };
};

import { parseAccessionNumber } from '@snimok/contract/worklist';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';
import { countStudies, type FoundStudy, searchStudies } from './queries.ts';
import {
  parseDateRange,
  parseName,
  parseSearchTerms,
  type SearchTerms,
  parseUIDList,
} from './search-terms.ts';

const MINUTES_A_DAY = 24 * 60;
const PAGE = { usual: 100, most: 200 };
/** Further results are counted up to this number. */
const MAX_REMAINING = 10_000;
const IDS = /^[1-9]\d{0,14}$/;

/**
 * QIDO-RS for studies (PS3.18, 10.6), answered from the database without reading DICOM files. `remaining` further studies
 * match; more than 10,000 count as 10,000.
 */
export const findStudies = async (
  { db, config }: Context,
  who: Actor,
  query: Record<string, string | string[]>,
): Promise<{ terms: SearchTerms; studies: FoundStudy[]; remaining: number }> => {
  const searchable = [
    'StudyInstanceUID',
    'StudyDate',
    'PatientName',
    'PatientID',
    'ModalitiesInStudy',
    'AccessionNumber',
  ] as const;
  const terms = parseSearchTerms(query, searchable, PAGE);
  const { StudyInstanceUID, StudyDate, PatientName, PatientID, ModalitiesInStudy, AccessionNumber } =
    terms.match;
  const days = StudyDate ? parseDateRange(StudyDate) : { from: null, to: null };
  const wanted = {
    studyUIDs: StudyInstanceUID ? parseUIDList(StudyInstanceUID) : null,
    // patient ids are numbers here: other texts match no patient
    patientIDs: PatientID
      ? parseUIDList(PatientID)
          .filter((id) => IDS.test(id))
          .map(Number)
      : null,
    studyIDs: AccessionNumber ? studiesOfAccession(AccessionNumber) : null,
    name: PatientName ? parseName(PatientName) : null,
    from: days.from === null ? null : instantAt(days.from, 0, config.timeZone),
    before: days.to === null ? null : instantAt(days.to, MINUTES_A_DAY, config.timeZone),
    modality: ModalitiesInStudy ?? null,
  };
  const studies = await searchStudies(db, who, wanted, terms);
  const end = terms.offset + terms.limit;
  const isLast = studies.length < terms.limit;
  const matching = isLast ? end : await countStudies(db, who, wanted, end + MAX_REMAINING);
  return { terms, studies, remaining: Math.max(0, matching - end) };
};

/** The study of a number that the portal's worklist has issued; none for other numbers. Viewers add wildcards. */
const studiesOfAccession = (value: string): number[] => {
  const item = parseAccessionNumber(value.replaceAll('*', ''));
  return item && 'studyID' in item ? [item.studyID] : [];
};

import { countOf, modalitiesOf } from '@snimok/imaging/dicom/study-attributes';
import { readableName } from '@snimok/imaging/dicom/person-name';
import { z } from 'zod';
import { isMangled, repairedText } from '../repaired-text.ts';
import type { SourceStudy } from '../source.ts';

/** A result of a search, in the DICOM JSON Model (PS3.18, annex F). What is not used is not checked. */
const SearchResult = z.record(
  z.string(),
  z.object({ Value: z.array(z.unknown()).optional().catch(undefined) }).catch({}),
);
type SearchResult = z.infer<typeof SearchResult>;
export const SearchResults = z.array(SearchResult);

/** The attributes of a study that a server may leave out unless they are named (PS3.18, table 10.6.3-3). */
export const INCLUDED = ['00080061', '00080090', '00081030', '00100030', '00100040', '00201208'];

const MAX_TEXT_LENGTH = 512;

const textsOf = (result: SearchResult, tag: string): string[] =>
  (result[tag]?.Value ?? []).flatMap((value) => {
    // a person's name is an object
    const name = value as { Alphabetic?: unknown; Ideographic?: unknown; Phonetic?: unknown } | null;
    const text =
      typeof value === 'object' ? (name?.Alphabetic ?? name?.Ideographic ?? name?.Phonetic) : value;
    if (typeof text !== 'string' && typeof text !== 'number') return [];
    return [repairedText(String(text).slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '')).trim()];
  });

const textOf = (result: SearchResult, tag: string): string | null => textsOf(result, tag)[0] || null;

const nameOf = (result: SearchResult, tag: string): string | null => {
  const text = textOf(result, tag);
  return text === null || isMangled(text) ? null : readableName(text);
};

/** Null unless it is a UID, so that it can stand in a path. */
const uidOf = (result: SearchResult, tag: string): string | null => {
  const uid = textOf(result, tag);
  return uid !== null && /^[0-9.]{1,64}$/.test(uid) ? uid : null;
};

export const studyUIDOf = (result: SearchResult) => uidOf(result, '0020000D');
export const seriesUIDOf = (result: SearchResult) => uidOf(result, '0020000E');
export const instanceUIDOf = (result: SearchResult) => uidOf(result, '00080018');

export const studyOf = (key: string, result: SearchResult): SourceStudy => ({
  key,
  studyInstanceUID: key,
  patientName: nameOf(result, '00100010'),
  patientID: textOf(result, '00100020'),
  birthDate: textOf(result, '00100030'),
  sex: textOf(result, '00100040'),
  studyDate: textOf(result, '00080020'),
  studyTime: textOf(result, '00080030'),
  accessionNumber: textOf(result, '00080050'),
  referringPhysician: nameOf(result, '00080090'),
  description: textOf(result, '00081030'),
  modalities: modalitiesOf(textsOf(result, '00080061')),
  instanceCount: countOf(textOf(result, '00201208')),
  sizeBytes: null,
});

import { CalendarDay, SEARCH_MINIMUM } from '@snimok/contract/fields';
import { invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { patientPatterns } from '../../platform/db/search-words.ts';
import { type Keyword, keywordOf } from './attributes.ts';

/** How many results a response has when the request names no limit, and at most. */
interface PageSize {
  usual: number;
  most: number;
}

/** The parsed parameters of a search (PS3.18, 8.3.4). */
export interface SearchTerms {
  limit: number;
  offset: number;
  /** Values to match, by keyword. Empty values and `*` match everything and are left out. */
  match: Partial<Record<Keyword, string>>;
  /** Parameters that are unknown or that this search does not match. */
  ignored: string[];
}

type Query = Record<string, string | string[]>;

/**
 * @param searchable the attributes that this search matches
 * @param size of a page
 * @throws Problem 400 when `limit` or `offset` is not a whole number, or a value contains NUL
 */
export const parseSearchTerms = (
  query: Query,
  searchable: readonly Keyword[],
  size: PageSize,
): SearchTerms => {
  const terms: SearchTerms = { limit: size.usual, offset: 0, match: {}, ignored: [] };
  for (const [name, given] of Object.entries(query)) {
    const value = (Array.isArray(given) ? given.join(',') : given).trim();
    // PostgreSQL accepts no NUL in a text
    if (value.includes('\0')) throw invalid(sentences.dicomParameter(name.replaceAll('\0', '')));
    if (name === 'limit') terms.limit = Math.min(wholeNumber(name, value), size.most);
    else if (name === 'offset') terms.offset = wholeNumber(name, value);
    // all known attributes are always returned
    else if (name === 'includefield') continue;
    else {
      const keyword = keywordOf(name);
      if (keyword && searchable.includes(keyword)) {
        if (value !== '' && value !== '*') terms.match[keyword] = value;
      } else if (!(name === 'fuzzymatching' && value === 'false')) terms.ignored.push(name);
    }
  }
  return terms;
};

const wholeNumber = (name: string, value: string): number => {
  if (!/^\d{1,9}$/.test(value)) throw invalid(sentences.dicomParameter(name));
  return Number(value);
};

/** A list of UIDs, separated by commas or backslashes (PS3.18, 8.3.4.1). */
export const parseUIDList = (value: string): string[] => value.split(/[,\\]/).filter(Boolean);

/** `20261121`, `20261101-20261130`, `-20261130`, `20261101-` (PS3.4, C.2.2.2.5) as calendar days. */
export const parseDateRange = (value: string): { from: string | null; to: string | null } => {
  const [, single, from, to] = /^(?:(\d{8})|(\d{8})?-(\d{8})?)$/.exec(value) ?? [];
  const day = (written: string | undefined) => {
    if (!written) return null;
    const parsed = CalendarDay.safeParse(written.replace(/^(....)(..)(..)$/, '$1-$2-$3'));
    if (!parsed.success) throw invalid(sentences.dicomParameter('StudyDate'));
    return parsed.data;
  };
  if (single) return { from: day(single), to: day(single) };
  if (!from && !to) throw invalid(sentences.dicomParameter('StudyDate'));
  return { from: day(from), to: day(to) };
};

/**
 * A name with wildcards, matched as the portal's own search does: each word must occur anywhere in a name, in any
 * order, ignoring case and treating ё as е. This finds a superset of what PS3.4, C.2.2.2.4 requires.
 */
export const parseName = (value: string) => {
  const words = value.replace(/[*?^=]+/g, ' ').trim();
  if ([...words].length < SEARCH_MINIMUM) throw invalid(sentences.dicomNameTooShort);
  return patientPatterns(words);
};

const MAX_VALUE_LENGTH = 128;

/** What a result must have: one of these values, or one that matches a pattern of `like`, ignoring case. */
export type Condition = { keyword: Keyword } & ({ oneOf: string[] } | { like: string });

/**
 * UIDs match by list, other attributes by the wildcards `*` and `?` (PS3.4, C.2.2.2.4).
 * @throws Problem 400
 */
export const conditionsOf = (match: SearchTerms['match']): Condition[] =>
  Object.entries(match).map(([name, wanted]) => {
    const keyword = name as Keyword;
    if (keyword.endsWith('UID')) return { keyword, oneOf: parseUIDList(wanted) };
    if (wanted.length > MAX_VALUE_LENGTH) throw invalid(sentences.dicomParameter(keyword));
    return {
      keyword,
      like: wanted
        .replace(/[\\%_]/g, '\\$&')
        .replace(/\*+/g, '%')
        .replaceAll('?', '_'),
    };
  });

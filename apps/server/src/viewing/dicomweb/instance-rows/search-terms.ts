import { invalid } from '../../../platform/errors/errors.ts';
import { type Key, keyOf } from './attributes.ts';
import { sentences } from '../sentences.ts';

/** The number of results in a response if the request names no limit (`usual`), and the greatest number (`most`). */
export interface PageSize {
  usual: number;
  most: number;
}

export type Match = Partial<Record<Key, string>>;

/** The parsed parameters of a search (PS3.18, 8.3.4). */
export interface SearchTerms {
  limit: number;
  offset: number;
  /** Values to match. Those that match everything, empty or asterisks only, are left out. */
  match: Match;
  /** Names are matched by parts of their words in any order. */
  isFuzzy: boolean;
  /** Parameters that are unknown or that this search does not match. */
  ignored: string[];
}

export type Query = Record<string, string | string[]>;

const UNIVERSAL = /^\**$/;

/**
 * @param searchable the keys that this search matches
 * @param size of a page
 * @throws Problem 400 when `limit`, `offset` or `fuzzymatching` has no valid value, when a value contains NUL, or when one attribute
 * is named twice: by keyword and by tag
 */
export const parseSearchTerms = (query: Query, searchable: readonly Key[], size: PageSize): SearchTerms => {
  const terms: SearchTerms = { limit: size.usual, offset: 0, match: {}, isFuzzy: false, ignored: [] };
  for (const [name, given] of Object.entries(query)) {
    const value = (Array.isArray(given) ? given.join('\\') : given).trim();
    // PostgreSQL accepts no NUL in a text
    if (value.includes('\0')) throw invalid(sentences.dicomParameter(name.replaceAll('\0', '')));
    if (name === 'limit') terms.limit = Math.min(wholeNumber(name, value), size.most);
    else if (name === 'offset') terms.offset = wholeNumber(name, value);
    else if (name === 'fuzzymatching') terms.isFuzzy = isTrue(name, value);
    // all known attributes are always returned
    else if (name === 'includefield') continue;
    else {
      const key = keyOf(name);
      if (!key || !searchable.includes(key)) terms.ignored.push(name);
      else if (terms.match[key] !== undefined) throw invalid(sentences.dicomParameter(name));
      else if (!UNIVERSAL.test(value)) terms.match[key] = value;
    }
  }
  return terms;
};

const wholeNumber = (name: string, value: string): number => {
  if (!/^\d{1,9}$/.test(value)) throw invalid(sentences.dicomParameter(name));
  return Number(value);
};

const isTrue = (name: string, value: string): boolean => {
  if (!['true', 'false', ''].includes(value)) throw invalid(sentences.dicomParameter(name));
  return value === 'true';
};

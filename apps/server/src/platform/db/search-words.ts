import { SEARCH_MINIMUM } from '@snimok/contract/fields';

/** LIKE patterns: a name must match one spelling of each. Empty if the query contains no words to search for. */
export type SearchPatterns = string[][];

/** Shorter fragments have no trigram that an index could find, so they must begin a word. */
const MIN_FRAGMENT_LENGTH = 3;
const NUMBER = /^\d+$/;

/**
 * The words of a query, normalised like names in `words_of` of 0008_search.sql. Only letters and digits remain, so
 * wildcards of LIKE are removed and a query of punctuation yields no words.
 */
const wordsOf = (query: string): string[] => {
  if ([...query].length < SEARCH_MINIMUM) return [];
  const plain = query.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
  return plain.match(/[\p{Alphabetic}0-9]+/gu) ?? [];
};

const pattern = (word: string) => (word.length < MIN_FRAGMENT_LENGTH ? `% ${word}%` : `%${word}%`);

export const doctorPatterns = (query: string): SearchPatterns =>
  wordsOf(query).map((word) => [pattern(word)]);

/** All numbers of the query together are a fragment of a phone number, however its digits are grouped. */
export const patientPatterns = (query: string): SearchPatterns => {
  const words = wordsOf(query);
  const phone = words.filter((word) => NUMBER.test(word)).join('');
  return [
    ...words.filter((word) => !NUMBER.test(word)).map((word) => [pattern(word)]),
    ...(phone ? [spellings(phone).map(pattern)] : []),
  ];
};

/** In Russia 8 999… is the same number as +7 999…, which is how `phone_digits` stores it. */
const spellings = (phone: string): string[] =>
  phone.startsWith('8') ? [phone, `7${phone.slice(1)}`] : [phone];

/** The patterns that match anywhere in a word of a name: neither prefixes of words nor numbers. */
export const listFragments = (patterns: string[]): string[] =>
  patterns.filter((each) => !each.startsWith('% ') && !/^%\d+%$/.test(each));

/** Patterns for names that begin with one of the words; the surname comes first in a name. */
export const listPrefixes = (patterns: SearchPatterns): string[] =>
  patterns.flat().map((each) => each.replace(/^% ?/, ' '));

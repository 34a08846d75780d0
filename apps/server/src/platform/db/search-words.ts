import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';

/** For each word, the LIKE patterns of its spellings: a name must match one of them. Empty if the query has no words. */
export type SearchPatterns = string[][];

/** Shorter fragments have no trigram that an index could find, so they must begin a word. */
const MIN_FRAGMENT_LENGTH = 3;
const NUMBER = /^\d+$/;

/** The words of a query that is long enough to be searched for. */
export const wordsOf = (query: string): string[] =>
  [...query].length < SEARCH_MINIMUM ? [] : splitWords(query);

/**
 * The words of a query, normalised like names in `words_of` of 0008_search.sql. Only letters and digits remain, so
 * wildcards of LIKE are removed and a query of punctuation yields no words.
 */
export const splitWords = (query: string): string[] => {
  const plain = query.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
  return plain.match(/[\p{Alphabetic}0-9]+/gu) ?? [];
};

export const patternOf = (word: string) => (word.length < MIN_FRAGMENT_LENGTH ? `% ${word}%` : `%${word}%`);

export const isNumber = (word: string) => NUMBER.test(word);

/** The digits of all numbers in the query, as one fragment of a phone number: the query may group the digits in any way. */
export const phoneIn = (words: string[]): string => words.filter(isNumber).join('');

export const phonePatterns = (phone: string): SearchPatterns =>
  phone ? [spellings(phone).map(patternOf)] : [];

export const patientPatterns = (query: string): SearchPatterns => {
  const words = wordsOf(query);
  return [
    ...words.filter((word) => !isNumber(word)).map((word) => [patternOf(word)]),
    ...phonePatterns(phoneIn(words)),
  ];
};

/** In Russia 8 999… is the same number as +7 999…, which is how `phone_digits` stores it. */
const spellings = (phone: string): string[] =>
  phone.startsWith('8') ? [phone, `7${phone.slice(1)}`] : [phone];

/** The patterns that match anywhere in a word of a name: all patterns except prefixes of words and numbers. */
export const listFragments = (patterns: string[]): string[] =>
  patterns.filter((each) => !each.startsWith('% ') && !/^%\d+%?$/.test(each));

/** Patterns for names that begin with one of the words; the surname comes first in a name. */
export const listPrefixes = (patterns: SearchPatterns): string[] =>
  patterns.flat().map((each) => each.replace(/^% ?/, ' '));

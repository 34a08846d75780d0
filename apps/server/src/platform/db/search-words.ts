import { SEARCH_MINIMUM } from '@snimok/contract/fields';

/** What must all be found, each in one of its spellings: patterns for LIKE. Empty when there is nothing to look for. */
export type SearchPatterns = string[][];

/** A shorter part has no trigram to be found by, so it must begin a word. */
const SHORTEST_PART = 3;
const NUMBER = /^\d+$/;

/**
 * The words of a query as `words_of` of 0008_search.sql writes names. Only letters and digits are left, so that no
 * character of LIKE is, and nothing but marks looks for nothing.
 */
const wordsOf = (query: string): string[] => {
  if ([...query].length < SEARCH_MINIMUM) return [];
  const plain = query.normalize('NFC').toLowerCase().replaceAll('ё', 'е');
  return plain.match(/[\p{Alphabetic}0-9]+/gu) ?? [];
};

const pattern = (word: string) => (word.length < SHORTEST_PART ? `% ${word}%` : `%${word}%`);

export const doctorPatterns = (query: string): SearchPatterns => wordsOf(query).map((word) => [pattern(word)]);

/** All numbers of the query are one piece of a phone's, however it was grouped. */
export const patientPatterns = (query: string): SearchPatterns => {
  const words = wordsOf(query);
  const phone = words.filter((word) => NUMBER.test(word)).join('');
  return [
    ...words.filter((word) => !NUMBER.test(word)).map((word) => [pattern(word)]),
    ...(phone ? [spellings(phone).map(pattern)] : []),
  ];
};

/** In Russia 8 999… is +7 999…, which is how `phone_digits` keeps it. */
const spellings = (phone: string): string[] =>
  phone.startsWith('8') ? [phone, `7${phone.slice(1)}`] : [phone];

/** Those that may stand anywhere in a word of a name: neither the beginning of one nor a number. */
export const listFragments = (spellings: string[]): string[] =>
  spellings.filter((part) => !part.startsWith('% ') && !/^%\d+%$/.test(part));

/** Each of the words may begin the surname, which comes first in a name. */
export const listPrefixes = (wanted: SearchPatterns): string[] =>
  wanted.flat().map((part) => part.replace(/^% ?/, ' '));

import {
  isNumber,
  patternOf,
  phoneIn,
  phonePatterns,
  type SearchPatterns,
  splitWords,
  wordsOf,
} from '../../platform/db/search-words.ts';
import { splitBirthday } from './birthdays.ts';
import { inOtherLayout } from './keyboard-layout.ts';
import { cyrillicSpellings, isLatin } from './transliteration.ts';

/** One interpretation of a query. Hits of earlier interpretations come first. */
export interface Reading {
  /** null: the words as they were typed */
  reason: 'layout' | 'transliteration' | 'birthday' | 'phone' | null;
  /** the words of the query in this interpretation */
  text: string;
  patterns: SearchPatterns;
  /** the patient was born on one of these days */
  birthdays?: string[];
}

/** People identify a phone number by its last four digits. */
const PHONE_END_LENGTH = 4;

export const patientReadings = (query: string, now: Date): Reading[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const isName = (word: string) => !isNumber(word);
  const phone = phoneIn(words);
  const [typed, ...others] = wordReadings(query, isName);
  const byPhone = (end: string[][]): Reading => ({
    ...typed,
    reason: phone ? 'phone' : null,
    patterns: [...typed.patterns, ...end],
  });
  return [
    ...bornReadings(query, now),
    ...(phone.length === PHONE_END_LENGTH ? [byPhone([[`%${phone}`]])] : []),
    byPhone(phonePatterns(phone)),
    ...others.map((reading) => ({ ...reading, patterns: [...reading.patterns, ...phonePatterns(phone)] })),
  ];
};

export const doctorReadings = (query: string): Reading[] =>
  wordsOf(query).length === 0 ? [] : wordReadings(query);

/** The readings of a query that contains a birth date, with or without words of the name. Empty for other queries. */
const bornReadings = (query: string, now: Date): Reading[] => {
  const born = splitBirthday(query, now.getFullYear());
  if (!born) return [];
  const { birthdays, rest } = born;
  return wordReadings(rest).map((reading) => ({ ...reading, reason: 'birthday', birthdays }));
};

/** Up to three readings: the words as typed, as typed in the other keyboard layout, and transliterated. */
const wordReadings = (
  text: string,
  isName: (word: string) => boolean = () => true,
): [Reading, ...Reading[]] => {
  const wordsIn = (typed: string) => splitWords(typed).filter(isName);
  const words = wordsIn(text);
  const swapped = wordsIn(inOtherLayout(text) ?? '');
  // in Latin spelling these marks stand for ь and ъ: Grigor'ev
  const whole = wordsIn(text.replace(/['"`´’ʹʺʼ]/gu, ''));
  return [
    { reason: null, text, patterns: patternsOf(words.map((word) => [word])) },
    ...(words.some(isLetters) && swapped.length > 0
      ? [
          readingOf(
            'layout',
            swapped.map((word) => [word]),
          ),
        ]
      : []),
    ...(whole.some(isLatin) ? [readingOf('transliteration', whole.map(cyrillicSpellings))] : []),
  ];
};

const readingOf = (reason: 'layout' | 'transliteration', words: string[][]): Reading => ({
  reason,
  text: words.map(([likeliest]) => likeliest).join(' '),
  patterns: patternsOf(words),
});

const patternsOf = (words: string[][]): SearchPatterns => words.map((spellings) => spellings.map(patternOf));
const isLetters = (word: string) => /\p{L}/u.test(word);

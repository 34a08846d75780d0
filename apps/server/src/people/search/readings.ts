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

/** One way to read a query. Hits of an earlier reading come first. */
export interface Reading {
  /** null: the words as they were typed */
  reason: 'layout' | 'transliteration' | 'birthday' | 'phone' | null;
  /** the words as this reading has them */
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

/** Readings of a query with a birth date, alone or beside words of the name. */
const bornReadings = (query: string, now: Date): Reading[] => {
  const born = splitBirthday(query, now.getFullYear());
  if (!born) return [];
  const { birthdays, rest } = born;
  return wordReadings(rest).map((reading) => ({ ...reading, reason: 'birthday', birthdays }));
};

/** Three readings: the words as typed, as typed in the other keyboard layout, and transliterated. */
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

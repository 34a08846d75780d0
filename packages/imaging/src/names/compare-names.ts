import { isGivenName } from '../names/given-names.ts';
import { readingsOf } from '../names/word-readings.ts';

/**
 * Whether two spellings may name the same person: every word of the shorter one occurs in the other, in any
 * order, in full or as an initial, and at least one in full. Many devices write names in Latin letters, with
 * different transliterations.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  const words = [wordsOf(one), wordsOf(other)] as const;
  return words.some(({ length }) => length === 0) || isWholeMatch(matchWords(...words));
}

/**
 * Whether two spellings may name the same person and agree in several words, or in the only word of both.
 * Initials count as words.
 */
export const mayBeSameName = (one: string, other: string): boolean =>
  agreeInSeveral(wordsOf(one), wordsOf(other));

/** Like `mayBeSameName`, but each word has its likeliest reading only: letters are read as in passports. */
export const isSameName = (one: string, other: string): boolean =>
  agreeInSeveral(...([one, other].map((name) => wordsOf(name).map(inLikeliestReading)) as [Word[], Word[]]));

const inLikeliestReading = (word: Word): Word => ({ ...word, readings: word.readings.slice(0, 1) });

function agreeInSeveral(...words: [Word[], Word[]]): boolean {
  const [fewer = 0, more = 0] = words.map(({ length }) => length).sort((a, b) => a - b);
  return isWholeMatch(matchWords(...words)) && (fewer > 1 || more === 1);
}

/** The number of words that two spellings of one person share in full; 0 if they name different persons. */
export function countFullMatches(one: string, other: string): number {
  const match = matchWords(wordsOf(one), wordsOf(other));
  return isWholeMatch(match) ? match.full.length : 0;
}

interface Match {
  /** the words of the shorter name that the longer one has in full */
  full: Word[];
  /** the words of the shorter name that the longer one lacks */
  missing: Word[];
  /** the other words of the longer name */
  left: Word[];
}

const isWholeMatch = ({ full, missing }: Match): boolean => missing.length === 0 && full.length > 0;

function matchWords(one: readonly Word[], other: readonly Word[]): Match {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  const match: Match = { full: [], missing: [], left: [...more] };
  for (const word of fewer.toSorted((a, b) => b.text.length - a.text.length)) {
    const at = bestMatch(word, match.left);
    if (at < 0) {
      match.missing.push(word);
      continue;
    }
    const [matched] = match.left.splice(at, 1);
    if (!word.isInitial && !matched!.isInitial) match.full.push(word);
  }
  return match;
}

/** Shorter words are mostly first names, in which one letter distinguishes twins. */
const MIN_MISSPELT_LETTERS = 6;
const MIN_MISSPELT_SURNAME_LETTERS = 4;

/**
 * Whether the names agree except for one typing error in one word: a letter is wrong, missing, added or
 * exchanged with its neighbour. The first letter may be wrong only if a first name and another word agree, so
 * that the word is a surname. Two known first names are not a typing error, nor are the male and the female
 * form of a name.
 */
export function mayBeMisspelt(one: string, other: string): boolean {
  const { full, missing, left } = matchWords(wordsOf(one), wordsOf(other));
  const [word, ...others] = missing;
  if (!word || word.isInitial || others.length > 0) return false;
  // names of one word have nothing else that agrees
  if (full.length === 0 && (left.length > 1 || wordsOf(one).length > 1)) return false;
  const isSurname = full.length > 1 && full.some(({ readings }) => isGivenName(readings));
  return left.some((candidate) => !candidate.isInitial && isMisspelling(word, candidate, isSurname));
}

function isMisspelling(word: Word, other: Word, isSurname: boolean): boolean {
  if (isGivenName(word.readings) && isGivenName(other.readings)) return false;
  const pairs = [
    [word.text, other.text],
    [word.readings[0]!, other.readings[0]!],
  ] as const;
  if (pairs.some(([first, second]) => differBySex(first, second))) return false;
  const minLetters = isSurname ? MIN_MISSPELT_SURNAME_LETTERS : MIN_MISSPELT_LETTERS;
  return pairs.some(
    ([first, second]) =>
      Math.min(first.length, second.length) >= minLetters &&
      (isSurname || first[0] === second[0]) &&
      differByOneError(first, second),
  );
}

/** Алексеев and Алексеева, Валерий and Валерия, Kowalski and Kowalska, as typed or as they are read. */
function differBySex(one: string, other: string): boolean {
  const [male, female] = [one, other].sort((a, b) => Number(/[aая]$/.test(a)) - Number(/[aая]$/.test(b)));
  const stem = female!.slice(0, -1);
  return /[aая]$/.test(female!) && (male === stem || (/[iйы]$/.test(male!) && male!.slice(0, -1) === stem));
}

function differByOneError(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let from = 0;
  while (from < shorter.length && shorter[from] === longer[from]) from += 1;
  if (longer.length > shorter.length) return shorter.slice(from) === longer.slice(from + 1);
  const isExchanged = shorter[from] === longer[from + 1] && shorter[from + 1] === longer[from];
  return (
    shorter.slice(from + 1) === longer.slice(from + 1) ||
    (isExchanged && shorter.slice(from + 2) === longer.slice(from + 2))
  );
}

function bestMatch(word: Word, candidates: Word[]): number {
  const same = candidates.findIndex((other) => agree(word, other, (one, another) => one === another));
  if (same >= 0) return same;
  return candidates.findIndex(
    (other) =>
      (word.isInitial && agree(word, other, (initial, full) => full.startsWith(initial))) ||
      (other.isInitial && agree(word, other, (full, initial) => full.startsWith(initial))),
  );
}

const agree = (one: Word, other: Word, compare: (one: string, other: string) => boolean): boolean =>
  one.readings.some((reading) => other.readings.some((another) => compare(reading, another)));

interface Word {
  /** in small letters */
  text: string;
  /** as `readingsOf` returns them; of an initial they may have several letters: «Ю.» is `iu` */
  readings: string[];
  isInitial: boolean;
}

/** Names have a few words at most. Limited, because each word is compared with each. */
const MAX_WORDS = 20;
/** Apostrophes and primes stand for ь and ъ, or join the parts of a word. */
const WITHIN_WORDS = /['"`´‘’ʹʺʻʼ′″]/gu;

const wordsOf = (name: string): Word[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(WITHIN_WORDS, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((text) => ({ text, readings: readingsOf(text), isInitial: text.length === 1 }));

/**
 * Whether two spellings may name the same person: every word of the shorter one occurs in the other, in any
 * order, in full or as an initial, and at least one in full. Many devices write names in Latin letters, with
 * different transliterations.
 */
export const mayBeSamePerson = (one: string, other: string): boolean =>
  wordsOf(one).length === 0 || wordsOf(other).length === 0 || countFullMatches(one, other) > 0;

/** Whether two spellings agree in more than one word of several, such as a first name; initials count as words. */
export const isSameName = (one: string, other: string): boolean => {
  const [fewer = 0, more = 0] = [wordsOf(one).length, wordsOf(other).length].sort((a, b) => a - b);
  return countFullMatches(one, other) > 0 && (fewer > 1 || more === 1);
};

/** The number of words that two spellings of one person share in full; 0 if they name different persons. */
export function countFullMatches(one: string, other: string): number {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    Word[],
    Word[],
  ];
  const unmatched = [...more];
  let fullMatches = 0;
  for (const word of fewer.toSorted((a, b) => b.text.length - a.text.length)) {
    const at = bestMatch(word, unmatched);
    if (at < 0) return 0;
    if (!word.isInitial && !unmatched[at]!.isInitial) fullMatches += 1;
    unmatched.splice(at, 1);
  }
  return fullMatches;
}

/** Shorter words are mostly first names, in which one letter distinguishes twins. */
const MIN_MISSPELT_LETTERS = 6;

/**
 * Whether the names are equal but for one typing error: a letter wrong, missing, added or exchanged with its neighbour, not
 * the first one, in one word of at least six letters.
 */
export function mayBeMisspelt(one: string, other: string): boolean {
  const [unmatched, others] = [one, other].map((name) => wordsOf(name).map(({ text }) => text)) as [
    string[],
    string[],
  ];
  for (const word of [...unmatched]) {
    const at = others.indexOf(word);
    if (at < 0) continue;
    others.splice(at, 1);
    unmatched.splice(unmatched.indexOf(word), 1);
  }
  const [word = '', otherWord = ''] = [unmatched[0], others[0]];
  return (
    unmatched.length === 1 &&
    others.length === 1 &&
    Math.min(word.length, otherWord.length) >= MIN_MISSPELT_LETTERS &&
    word[0] === otherWord[0] &&
    differByOneError(word, otherWord)
  );
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
  const same = candidates.findIndex(({ text }) => text === word.text);
  if (same >= 0) return same;
  return candidates.findIndex(
    (other) =>
      (word.isInitial && other.text.startsWith(word.text)) ||
      (other.isInitial && word.text.startsWith(other.text)),
  );
}

/** A word of a name, transliterated. An initial may have several letters then: «Ю.» is `iu`. */
interface Word {
  text: string;
  isInitial: boolean;
}

const wordsOf = (name: string): Word[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => ({ text: transliterated(word), isInitial: word.length === 1 }));

const LATIN: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

/**
 * A rough Latin spelling that is the same for all transliterations: «Юрьев», `Yuriev`, `IUREV` and `Jurjev`.
 */
function transliterated(word: string): string {
  const latin = [...word].map((letter) => LATIN[letter] ?? letter).join('');
  return latin
    .replace(/shch|sch/g, 'sh')
    .replace(/kh/g, 'h')
    .replace(/ts|tc/g, 'c')
    .replace(/x/g, 'ks')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/i+/g, 'i')
    .replace(/(?<=[^aeiou])(io|ie)/g, 'e')
    .replace(/^ie/, 'e')
    .replace(/(?<=[aeou])ie/g, 'e')
    .replace(/(.)\1+/g, '$1');
}

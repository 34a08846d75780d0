/**
 * Whether two spellings may name the same person: every word of the shorter one occurs in the other, in any
 * order, in full or as an initial, and at least one in full. Many devices write names in Latin letters, with
 * different transliterations.
 */
export const mayBeSamePerson = (one: string, other: string): boolean =>
  wordsOf(one).length === 0 || wordsOf(other).length === 0 || countFullMatches(one, other) > 0;

/** The number of words that two spellings of one person share in full; 0 if they name different persons. */
export function countFullMatches(one: string, other: string): number {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  const unmatched = [...more];
  let fullMatches = 0;
  for (const word of [...fewer].sort((a, b) => b.length - a.length)) {
    const at = bestMatch(word, unmatched);
    if (at < 0) return 0;
    if (word.length > 1 && unmatched[at]!.length > 1) fullMatches += 1;
    unmatched.splice(at, 1);
  }
  return fullMatches;
}

function bestMatch(word: string, candidates: string[]): number {
  const same = candidates.indexOf(word);
  if (same >= 0) return same;
  return candidates.findIndex((other) => (word.length === 1 || other.length === 1) && word[0] === other[0]);
}

const wordsOf = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(transliterated);

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
    .replace(/i+(?=[aeou])/g, 'i')
    .replace(/(?<=[^aeiou])(io|ie)/g, 'e')
    .replace(/^ie/, 'e')
    .replace(/(?<=[aeou])ie/g, 'e')
    .replace(/(.)\1+/g, '$1');
}

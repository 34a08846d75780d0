import { transliterate } from '@snimok/imaging/names/transliterate';

const MAX_SPELLINGS = 12;

/**
 * Cyrillic spellings of Latin letters, the most frequent one first. Covers the spellings of names in passports and e-mail
 * addresses (ICAO 9303, BGN/PCGN, GOST 7.79 A and B, German umlauts). Longer keys are tried first; ё is searched for as е.
 */
const LETTERS: Record<string, string[]> = {
  shch: ['щ'],
  sch: ['щ'],
  shh: ['щ'],
  cz: ['ц', 'ч'],
  zh: ['ж'],
  kh: ['х'],
  ch: ['ч'],
  sh: ['ш'],
  ph: ['ф'],
  ts: ['ц', 'тс'],
  yi: ['ьи', 'ый'],
  ya: ['я', 'ья'],
  ja: ['я', 'ья'],
  ia: ['ия', 'ья', 'я'],
  yu: ['ю', 'ью'],
  ju: ['ю', 'ью'],
  iu: ['ю', 'иу'],
  yo: ['е', 'ье'],
  ye: ['е', 'ье'],
  ie: ['ье', 'ие'],
  ey: ['ей'],
  ei: ['ей', 'еи'],
  ay: ['ай'],
  ai: ['ай', 'аи'],
  oy: ['ой'],
  oi: ['ой', 'ои'],
  uy: ['уй'],
  iy: ['ий'],
  ij: ['ий'],
  a: ['а'],
  b: ['б'],
  c: ['к', 'ц'],
  d: ['д'],
  e: ['е'],
  f: ['ф'],
  g: ['г'],
  h: ['х', 'г'],
  i: ['и'],
  j: ['й', 'ж'],
  k: ['к'],
  l: ['л'],
  m: ['м'],
  n: ['н'],
  o: ['о'],
  p: ['п'],
  q: ['к'],
  r: ['р'],
  s: ['с'],
  t: ['т'],
  u: ['у'],
  v: ['в'],
  w: ['в'],
  x: ['кс', 'х'],
  y: ['ы', 'й'],
  z: ['з'],
  ž: ['ж'],
  č: ['ч'],
  š: ['ш'],
  ŝ: ['щ'],
  û: ['ю', 'ью'],
  â: ['я', 'ья', 'а'],
  è: ['э', 'е'],
  ü: ['ю', 'у'],
  ö: ['е', 'о'],
  ä: ['е', 'а'],
};

const LATIN_WORD = /^\p{Script=Latin}+$/u;
export const isLatin = (word: string): boolean => LATIN_WORD.test(word);

/** The letter without its diacritic. A letter with an entry of its own stays as it is. */
const plain = (letter: string): string => (letter in LETTERS ? letter : transliterate(letter));

/** The most likely Cyrillic spellings of a word in Latin letters: «olga» → «ольга», «олга». Other words are returned as is. */
export const cyrillicSpellings = (word: string): string[] => {
  if (!isLatin(word)) return [word];
  const letters = [...word].map(plain).join('');
  let spellings = [''];
  for (let at = 0; at < letters.length;) {
    const [length, alternatives] = lettersAt(letters, at);
    // above the limit, spellings with the less frequent alternatives of these letters are dropped
    spellings = alternatives
      .flatMap((cyrillic) => spellings.map((spelling) => spelling + cyrillic))
      .slice(0, MAX_SPELLINGS);
    at += length;
  }
  return [...new Set(spellings)];
};

const lettersAt = (word: string, at: number): [length: number, alternatives: string[]] => {
  const rest = word.slice(at);
  // Latin spelling omits the soft sign: Olga, Melnikov, Kuzmin
  if (/^l[bcdfghkmnpstvz]/.test(rest)) return [1, ['ль', 'л']];
  if (/^zm/.test(rest)) return [1, ['зь', 'з']];
  if (at === 0 && /^e(?![iy])/.test(rest)) return [1, ['е', 'э']];
  if (rest === 'y' && at > 0 && !/[aeiou]/.test(word.charAt(at - 1))) return [1, ['ий', 'ы']];
  for (const length of [4, 3, 2]) {
    const alternatives = rest.length >= length && LETTERS[rest.slice(0, length)];
    if (alternatives) return [length, alternatives];
  }
  return [1, LETTERS[rest.charAt(0)] ?? ['']];
};

import { transliterate } from './transliterate.ts';

/** Each word is letters and their spellings. */
const spellings = (...lines: string[]): Map<string, readonly string[]> =>
  new Map(
    lines
      .flatMap((line) => line.split(' '))
      .map((word) => word.split('='))
      .map(([letters = '', list = '']) => [letters, list.split(',')]),
  );

/**
 * Letters that have several values, or another one than `transliterate` gives them. The values are spelled as
 * by `transliterate`, the likeliest first. The longest letters that match are used, so that «kh=kh» keeps the
 * letters of `kh` together.
 */
const SPELLINGS = spellings(
  // «ч» in passports and «х» in German
  'schtsch=shch tsch=ch tch=ch ch=ch,kh shch=shch sch=shch',
  // «ё» after ч, ш, ж and щ: Горбачёв is Gorbachov
  'cho=cho,che,kho sho=sho,she zho=zho,zhe shcho=shcho,shche scho=shcho,shche tscho=cho,che',
  // GOST 7.79 B
  'shh=shch cz=ts,ch x=ks,kh yo=io,e jo=io,e io=io,e',
  // ISO 9 (GOST 7.79 A), and the same letters with other diacritics or without them
  'č=ch,ts š=sh,s ŝ=shch,s ž=zh,z û=iu,u â=ia,a',
  // «Подъячев» in passports
  'ieia=ia ieiu=iu iee=ie',
  // German umlauts as they are, in two letters, without their dots and as Russian writes them: «Мюллер», «Гёте», «Шефер»
  'ü=ue,u,iu ö=oe,o,e ä=ae,a,e ue=ue,u,iu oe=oe,o,e ae=ae,a,e ø=oe,o,e æ=ae,a,e å=a,o œ=oe,o,e uev=uev oev=oev aev=aev',
  // the same without their dots; «Любовь» is Lubov
  'u=u,iu joe=ioe,io',
  // «Вайс», «Штейн»
  'ei=ei,ai stein=stein,shtein,shtain',
  // a German h that is not spoken: «Кёлер»
  'hl=hl,l,gl hm=hm,m hn=hn,n,gn hr=hr,r,gr',
  // Turkic languages in Latin letters, Polish, Czech, Romanian, Croatian
  'ş=sh,s ș=sh,s ç=ch,s,ts ğ=g, ə=a,e ţ=ts,t ț=ts,t ć=ch,ts ś=s,sh ż=zh,z ź=z,zh sz=sz,sh ó=o,u ř=r,rzh đ=d,dzh',
  'dj=dzh lj=l,li nj=n,ni j=i,zh,dzh q=k,g',
  // letters that have several values, and digraphs in which they have one
  'c=ts,k ck=k tc=ts h=h,g kh=kh zh=zh sh=sh ph=f th=t gh=g ou=ou,u you=iu,iou',
  // Tatar, Bashkir and Kazakh
  'ә=a,ia,e ө=o,u,e ү=u,iu җ=zh,dzh һ=kh, ң=n,ng ъ= ь=',
);

/** The endings of Alexander and Peter, and of surnames as Germany and France write them. */
const ENDINGS = spellings('der=der,dr ter=ter,tr off=ov eff=ev');

/** What a Latin initial may be the beginning of: `K.` is «К.» or «Х.». */
const INITIALS = spellings('c=ts,k,ch j=i,e,zh,dzh k=k,kh t=t,ts y=i,e');

/** Real words have a few readings at most; a longer or unusual word is read only in the likeliest way. */
const MAX_READINGS = 64;
const MAX_LETTERS = 40;

type Spelling = readonly [letters: string, spellings: readonly string[]];

/** The spellings by their first letter, the longest first. */
const byFirstLetter = (table: Map<string, readonly string[]>): Map<string, Spelling[]> => {
  const index = new Map<string, Spelling[]>();
  for (const spelling of [...table].toSorted(([one], [other]) => other.length - one.length))
    index.set(spelling[0].charAt(0), [...(index.get(spelling[0].charAt(0)) ?? []), spelling]);
  return index;
};
const spellingsByLetter = byFirstLetter(SPELLINGS);
const endingsByLetter = byFirstLetter(ENDINGS);
/** The spellings of single letters, added as they are needed. */
const plainSpellings = new Map<string, Spelling>();

function plainSpelling(letter: string): Spelling {
  const known = plainSpellings.get(letter);
  if (known) return known;
  const spelling = [letter, [transliterate(letter)]] as const;
  plainSpellings.set(letter, spelling);
  return spelling;
}

function spellingsAt(word: string, at: number): Spelling {
  const first = word.charAt(at);
  const ending = endingsByLetter.get(first)?.find(([letters]) => word.slice(at) === letters);
  const found = ending ?? spellingsByLetter.get(first)?.find(([letters]) => word.startsWith(letters, at));
  return found ?? plainSpelling(String.fromCodePoint(word.codePointAt(at)!));
}

/** All spellings of a word in one script. */
function spell(word: string): string[] {
  const isLong = word.length > MAX_LETTERS;
  let spelled = [''];
  for (let at = 0; at < word.length;) {
    const [{ length }, spellings] = spellingsAt(word, at);
    const used =
      isLong || spelled.length * spellings.length > MAX_READINGS ? spellings.slice(0, 1) : spellings;
    spelled = used.flatMap((spelling) => spelled.map((beginning) => beginning + spelling));
    at += length;
  }
  return spelled;
}

/** A rough Latin spelling that is the same for most transliterations: `Yuriev`, `IUREV` and `Jurjev` are `iurev`. */
const rough = (latin: string): string =>
  latin
    .replace(/shch|sch/g, 'sh')
    .replace(/kh/g, 'h')
    .replace(/ts/g, 'c')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/i+/g, 'i')
    .replace(/(?<=[^aeiou])(io|ie)/g, 'e')
    .replace(/^ie/, 'e')
    .replace(/(?<=[aeou])ie/g, 'e')
    .replace(/(.)\1+/g, '$1');

/** Letters of the two scripts that look alike, in small letters; some look alike only as capitals. */
const LATIN_SHAPES = 'abcehkmoptxyi';
const CYRILLIC_SHAPES = 'авсенкмортхуі';
const cyrillicShapes = new Map([...LATIN_SHAPES].map((letter, at) => [letter, CYRILLIC_SHAPES[at]!]));
const latinShapes = new Map([...CYRILLIC_SHAPES].map((letter, at) => [letter, LATIN_SHAPES[at]!]));
const CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN = /\p{Script=Latin}/u;
/** Shorter Latin words that consist of such letters are mostly Latin: Max, Oto. */
const MIN_SHAPED_LETTERS = 4;

/**
 * The words that may have been meant. A word in two scripts is a word in one of them, with letters of the wrong
 * keyboard layout.
 */
function scriptsOf(word: string): string[] {
  const hasLatin = LATIN.test(word);
  const hasCyrillic = CYRILLIC.test(word);
  if (!hasLatin) return [word];
  const shaped = (shapes: Map<string, string>) =>
    [...word].map((letter) => shapes.get(letter) ?? letter).join('');
  const cyrillic = shaped(cyrillicShapes);
  if (!hasCyrillic)
    return LATIN.test(cyrillic) || word.length < MIN_SHAPED_LETTERS ? [word] : [word, cyrillic];
  const latin = shaped(latinShapes);
  const meant = [...(LATIN.test(cyrillic) ? [] : [cyrillic]), ...(CYRILLIC.test(latin) ? [] : [latin])];
  return meant.length > 0 ? meant : [word];
}

/** First names that documents of one person use beside each other, each with its form in passports first. */
const FORMS = ['Артём Артемий', 'Даниил Данил Данила', 'Дмитрий Димитрий'];
const inRough = (name: string) => rough(spell(name.toLowerCase())[0]!);
const formOf = new Map(
  FORMS.map((names) => names.split(' ').map(inRough)).flatMap(([form, ...others]) =>
    others.map((other) => [other, form!]),
  ),
);

/**
 * How a word of a name, in small letters, may be read: rough Latin spellings, the likeliest first. Two words may be the same if they have
 * a reading in common. A word in another script than Latin, Cyrillic or Greek is only equal to itself.
 */
export function readingsOf(word: string): string[] {
  const initials = INITIALS.get(word);
  if (initials) return initials.map(rough);
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{N}]+$/u.test(word)) return [word];
  const readings = scriptsOf(word).flatMap(spell).map(rough);
  const known = new Set(readings.map((reading) => formOf.get(reading) ?? reading));
  // the empty reading of a sign without a sound would be the beginning of every word
  known.delete('');
  return known.size > 0 ? [...known] : [word];
}

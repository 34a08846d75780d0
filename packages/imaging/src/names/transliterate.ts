/** Each word is a letter and its spelling. */
const spellings = (...lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => line.split(' ')).map((word) => [word.slice(0, 1), word.slice(1)]),
  );

/**
 * The Latin spelling of Cyrillic letters: ICAO Doc 9303, part 3, section 6, table B, as in Russian passports. Letters that the table
 * lacks (Kazakh, Tatar, Bashkir and others) have the spelling of the Russian letter in `RUSSIAN`.
 */
const LATIN = spellings(
  'аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe',
  'юiu яia іi їi єie ґg ўu ѓg ѕdz јj ќk љlj њnj ћc ђd џdz ѣie ѫu ѳf ѵy',
);

/** The nearest Russian letter of a Cyrillic letter that ISO 8859-5 does not have. */
const RUSSIAN = spellings(
  'ѐе ѝи ґг ғг ҕг ӷг җж ӂж ӝж ҙз ҫс ӟз қк ҡк ҝк ҟк ңн ҥн ӈн өо ӧо ӫо әа ӑа ӓа ӗе ӣи ӥи ӯу ӱу ӳу үу ұу',
  'һх ҳх ҷч ҹч ӵч ҵц ӹы ӭэ ҽч ҭт ӏ ѣе ѳф ѵи ѫу ѕз ҧп ҩо ҿч ӄк ӆл ӊн ӌч ӎм ӕа ӡз',
);

/**
 * ASCII spellings of Latin letters, unless the spelling is the letter without its diacritic: ICAO Doc 9303,
 * part 3, section 6, table A, and letters that it lacks.
 */
const PLAIN = spellings('äae öoe üue ßss æae øoe åaa œoe þth ðd đd ħh ıi ĳij ĸk łl ŀl ŋn ŉn ŧt əe ƣg ɵo');

/** ISO 843, type 2, without accents. */
const GREEK = spellings('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo');

const SIGNS: Record<string, string> = {
  '«': '"',
  '»': '"',
  '„': '"',
  '“': '"',
  '”': '"',
  ʺ: '"',
  '″': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  ʼ: "'",
  ʹ: "'",
  ʻ: "'",
  '′': "'",
  '´': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '№': 'No',
  '·': '.',
  '×': 'x',
  '°': '',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u00ad': '',
  '\u200b': '',
};

const MARKS = /\p{M}/gu;

/** The spelling in the case of the letter that it replaces: `Щ` becomes `Shch`, between capitals `SHCH`. */
function inCaseOf(letter: string, neighbours: readonly string[], spelling: string): string {
  const small = letter.toLowerCase();
  if (small === letter) return spelling;
  const isAmongCapitals = neighbours.some((each) => each !== each.toLowerCase());
  return isAmongCapitals ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

/** The spelling of one small letter in ASCII; undefined if none is known. */
function plainLetter(letter: string): string | undefined {
  const known = PLAIN[letter] ?? LATIN[letter] ?? GREEK[letter];
  if (known !== undefined) return known;
  const russian = RUSSIAN[letter];
  if (russian !== undefined) return LATIN[russian] ?? russian;
  const base = letter.normalize('NFKD').replace(MARKS, '');
  if (base !== '' && /^[\x20-\x7e]+$/.test(base)) return base;
  return base !== letter && base !== ''
    ? [...base].map((each) => plainLetter(each) ?? '?').join('')
    : undefined;
}

/**
 * Replaces each character of a text that is not in the set by its spelling. `spell` is called with small
 * letters; «?» replaces a letter for which it returns undefined.
 */
function spelled(
  text: string,
  isInSet: (character: string) => boolean,
  spell: (letter: string) => string | undefined,
): string {
  const characters = [...text.normalize('NFC')];
  return characters
    .map((character, at) => {
      if (isInSet(character)) return character;
      // a mark that Unicode does not combine with its letter
      if (/^\p{M}$/u.test(character)) return '';
      const spelling = SIGNS[character] ?? spell(character.toLowerCase());
      const neighbours = [characters[at - 1] ?? '', characters[at + 1] ?? ''];
      return spelling === undefined ? '?' : inCaseOf(character, neighbours, spelling);
    })
    .join('');
}

const isASCII = (character: string): boolean => character < '\u0080';

/** A text in ASCII: «Юрьев» becomes `Iurev`, «Müller» `Mueller`. Characters without a Latin spelling, such as Chinese ones, become «?». */
export const transliterate = (text: string): string => spelled(text, isASCII, plainLetter);

/** ISO/IEC 8859-5 has the letters of Russian, Bulgarian, Belarusian, Macedonian, Serbian and Ukrainian, without `ґ`. */
const isISO88595 = (character: string): boolean =>
  isASCII(character) ||
  character === '№' ||
  /^[\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f]$/.test(character);

/** A text in the characters of ISO 8859-5: «Müller» becomes `Mueller`, «Қайрат» «Кайрат». */
export const toISO88595 = (text: string): string =>
  spelled(text, isISO88595, (letter) => RUSSIAN[letter] ?? plainLetter(letter));

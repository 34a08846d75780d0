/** What the texts of a worklist are written in, because X-ray machines of different ages read different sets. */
export type CharacterSet = 'utf-8' | 'iso-ir-144' | 'latin';

export const CHARACTER_SETS: readonly CharacterSet[] = ['utf-8', 'iso-ir-144', 'latin'];

/** The value of Specific Character Set (PS3.3, C.12.1.1.2). */
export const DEFINED_TERM: Record<CharacterSet, string> = {
  'utf-8': 'ISO_IR 192',
  'iso-ir-144': 'ISO_IR 144',
  latin: '',
};

export function encodeText(text: string, characterSet: CharacterSet): Uint8Array<ArrayBuffer> {
  if (characterSet === 'utf-8') return new TextEncoder().encode(text);
  if (characterSet === 'latin') return new TextEncoder().encode(transliterate(text));
  return Uint8Array.from(text.normalize('NFC'), toISO88595);
}

const QUESTION_MARK = 0x3f;

/** ISO/IEC 8859-5: Cyrillic letters follow Unicode's order from U+0401 at 0xa1; other characters become «?». */
function toISO88595(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code;
  if (character === '№') return 0xf0;
  const isCyrillic = code >= 0x401 && code <= 0x45f && code !== 0x40d && code !== 0x450 && code !== 0x45d;
  return isCyrillic ? code - 0x401 + 0xa1 : QUESTION_MARK;
}

/** ICAO Doc 9303, part 3, section 6, table B: the spelling of Russian names in passports. */
const LATIN: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia' },
};

/** A text in ASCII: «Юрьев» becomes `Iurev`. Characters that have no Latin spelling become «?». */
export const transliterate = (text: string): string =>
  [...text.normalize('NFC')]
    .map((character) => {
      if (character < '\u0080') return character;
      const small = character.toLowerCase();
      const latin = LATIN[small];
      if (latin === undefined) return '?';
      return small === character ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
    })
    .join('');

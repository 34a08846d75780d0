import { toISO88595, transliterate } from '@snimok/imaging/names/transliterate';

/** The character set of a worklist, because X-ray machines of different ages read different sets. */
export type CharacterSet = 'utf-8' | 'iso-ir-144' | 'latin';

export const CHARACTER_SETS: readonly CharacterSet[] = ['utf-8', 'iso-ir-144', 'latin'];

/** The value of Specific Character Set (PS3.3, C.12.1.1.2). */
export const DEFINED_TERM: Record<CharacterSet, string> = {
  'utf-8': 'ISO_IR 192',
  'iso-ir-144': 'ISO_IR 144',
  latin: '',
};

/** Characters that the set does not contain are transliterated. */
export function encodeText(text: string, characterSet: CharacterSet): Uint8Array<ArrayBuffer> {
  if (characterSet === 'utf-8') return new TextEncoder().encode(text);
  if (characterSet === 'latin') return new TextEncoder().encode(transliterate(text));
  return Uint8Array.from(toISO88595(text), (character) => codeInISO88595(character));
}

/** ISO/IEC 8859-5: Cyrillic letters follow Unicode's order from U+0401 at 0xa1. */
function codeInISO88595(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code;
  return character === '№' ? 0xf0 : code - 0x401 + 0xa1;
}

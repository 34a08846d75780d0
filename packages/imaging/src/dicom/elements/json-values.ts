import type { DecodeText } from './character-sets.ts';
import { NUMBER_READERS } from './values.ts';

/** One value of an attribute in the DICOM JSON Model; null for an empty one among several (PS3.18, F.2.5). */
export type JsonValue =
  string | number | null | { Alphabetic?: string; Ideographic?: string; Phonetic?: string };

const TEXT = new Set(['AE', 'AS', 'CS', 'DA', 'DT', 'LO', 'LT', 'SH', 'ST', 'TM', 'UC', 'UI', 'UR', 'UT']);
/** VRs with a single value, in which a backslash is a character (PS3.5, 6.2). */
const SINGLE_VALUED = new Set(['LT', 'ST', 'UR', 'UT']);
/** VRs to which Specific Character Set applies; the others use the default repertoire (PS3.5, 6.1.2.3). */
const IN_CHARACTER_SET = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const LATIN = new TextDecoder('windows-1252');

type Read = (view: DataView, at: number, little: boolean) => number | bigint;
const BINARY: Record<string, readonly [bytes: number, read: Read]> = {
  ...NUMBER_READERS,
  UV: [8, (view, at, little) => view.getBigUint64(at, little)],
  SV: [8, (view, at, little) => view.getBigInt64(at, little)],
  // nine significant digits represent every 32-bit float
  FL: [4, (view, at, little) => Number(view.getFloat32(at, little).toPrecision(9))],
};

/** The values of one element; null for binary representations (OB, OW, UN …). */
export function jsonValues(
  vr: string,
  value: Uint8Array,
  bigEndian: boolean,
  decode: DecodeText,
): JsonValue[] | null {
  if (vr === 'AT') return tagsIn(value, bigEndian);
  const binary = BINARY[vr];
  if (binary) return numbersIn(value, binary, bigEndian);
  if (vr === 'DS' || vr === 'IS') return textsIn(LATIN.decode(value)).map(numberIn);
  if (vr === 'PN') return textsIn(decode(value)).map(nameIn);
  if (!TEXT.has(vr)) return null;
  const text = IN_CHARACTER_SET.has(vr) ? decode(value) : LATIN.decode(value);
  return (SINGLE_VALUED.has(vr) ? [trimmed(text)] : textsIn(text)).map((each) => each || null);
}

/**
 * Removes leading spaces and trailing padding by spaces or NUL. Leading spaces are significant only in long
 * texts (PS3.5, 6.2), where their loss does no harm.
 */
const trimmed = (text: string) => text.replace(/[\0 ]+$/, '').trimStart();
const textsIn = (text: string) => text.split('\\').map(trimmed);

function numberIn(text: string): JsonValue {
  const number = Number(text.replace(',', '.'));
  // an invalid number is kept as text: PS3.18, F.2.2 permits strings for DS and IS
  return text === '' ? null : Number.isFinite(number) ? number : text;
}

function nameIn(text: string): JsonValue {
  const [Alphabetic, Ideographic, Phonetic] = text.split('=').map((group) => trimmed(group) || undefined);
  if (!Alphabetic && !Ideographic && !Phonetic) return null;
  return {
    ...(Alphabetic && { Alphabetic }),
    ...(Ideographic && { Ideographic }),
    ...(Phonetic && { Phonetic }),
  };
}

function numbersIn(
  value: Uint8Array,
  [size, read]: (typeof BINARY)[string],
  bigEndian: boolean,
): JsonValue[] {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return Array.from({ length: Math.floor(value.length / size) }, (_, at) => {
    const number = read(view, at * size, !bigEndian);
    if (typeof number === 'bigint')
      return Number.isSafeInteger(Number(number)) ? Number(number) : String(number);
    return Number.isFinite(number) ? number : null;
  });
}

function tagsIn(value: Uint8Array, bigEndian: boolean): string[] {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const half = (at: number) => view.getUint16(at, !bigEndian).toString(16).padStart(4, '0').toUpperCase();
  return Array.from({ length: Math.floor(value.length / 4) }, (_, at) => half(at * 4) + half(at * 4 + 2));
}

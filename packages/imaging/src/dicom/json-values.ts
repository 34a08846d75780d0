import type { DecodeText } from './character-sets.ts';

/** One value of an attribute in the DICOM JSON Model; null where one of several is empty (PS3.18, F.2.5). */
export type JsonValue =
  string | number | null | { Alphabetic?: string; Ideographic?: string; Phonetic?: string };

const TEXT = new Set(['AE', 'AS', 'CS', 'DA', 'DT', 'LO', 'LT', 'SH', 'ST', 'TM', 'UC', 'UI', 'UR', 'UT']);
/** Whose backslashes are letters (PS3.5, 6.2). */
const SINGLE = new Set(['LT', 'ST', 'UR', 'UT']);
/** Written in the character set of the data set; the others only ever hold the basic one (PS3.5, 6.1.2.3). */
const SPOKEN = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
const LATIN = new TextDecoder('windows-1252');

type Read = (view: DataView, at: number, little: boolean) => number | bigint;
const BINARY: Record<string, readonly [bytes: number, read: Read]> = {
  US: [2, (view, at, little) => view.getUint16(at, little)],
  SS: [2, (view, at, little) => view.getInt16(at, little)],
  UL: [4, (view, at, little) => view.getUint32(at, little)],
  SL: [4, (view, at, little) => view.getInt32(at, little)],
  UV: [8, (view, at, little) => view.getBigUint64(at, little)],
  SV: [8, (view, at, little) => view.getBigInt64(at, little)],
  // nine digits are all that a float of 32 bits holds
  FL: [4, (view, at, little) => Number(view.getFloat32(at, little).toPrecision(9))],
  FD: [8, (view, at, little) => view.getFloat64(at, little)],
};

/** The values of one element, or null when its representation holds bytes that stay bytes (OB, OW, UN …). */
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
  const text = SPOKEN.has(vr) ? decode(value) : LATIN.decode(value);
  return (SINGLE.has(vr) ? [trimmed(text)] : textsIn(text)).map((each) => each || null);
}

/** NUL pads where spaces should; spaces in front mean nothing either, save in long texts, where nobody misses them. */
const trimmed = (text: string) => text.replace(/[\0 ]+$/, '').trimStart();
const textsIn = (text: string) => text.split('\\').map(trimmed);

function numberIn(text: string): JsonValue {
  const number = Number(text.replace(',', '.'));
  // what is no number stays as it was written (PS3.18, F.2.2 lets DS and IS be strings)
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
  const part = (at: number) => view.getUint16(at, !bigEndian).toString(16).padStart(4, '0').toUpperCase();
  return Array.from({ length: Math.floor(value.length / 4) }, (_, at) => part(at * 4) + part(at * 4 + 2));
}

import type { DecodeText } from './character-sets.ts';
import type { DataSet } from './elements.ts';

/** Longer than any attribute that is read here; longer values of malicious files are truncated. */
const MAX_TEXT_BYTES = 4096;
const LATIN = new TextDecoder('windows-1252');

/**
 * Control characters and the invisible ones that change the writing direction, with which a name can be
 * forged.
 */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of text for display: without control characters, repeated, leading or trailing spaces. */
export const cleanText = (text: string) => text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/** The bytes of a value, at most 4096; null if the element is absent or empty. */
export function valueBytes({ bytes, elements }: DataSet, tag: number): Uint8Array | null {
  const element = elements.get(tag);
  if (!element || element.undefinedLength || element.length === 0) return null;
  return bytes.subarray(element.offset, element.offset + Math.min(element.length, MAX_TEXT_BYTES));
}

/**
 * All values of a text element, cleaned; none if it is absent. Padding by NUL instead of spaces is removed
 * too.
 */
export function textsOf(
  dataSet: DataSet,
  tag: number,
  decode: DecodeText = (value) => LATIN.decode(value),
): string[] {
  const value = valueBytes(dataSet, tag);
  return value ? decode(value).split('\\').map(cleanText) : [];
}

/** The first value of a text element; null if it is absent or blank. */
export const textOf = (dataSet: DataSet, tag: number, decode?: DecodeText): string | null =>
  textsOf(dataSet, tag, decode)[0] || null;

type ReadNumber = (view: DataView, at: number, little: boolean) => number;

/** Size in bytes and reader of the binary numeric VRs. */
export const NUMBER_READERS: Readonly<Record<string, readonly [bytes: number, read: ReadNumber]>> = {
  US: [2, (view, at, little) => view.getUint16(at, little)],
  SS: [2, (view, at, little) => view.getInt16(at, little)],
  UL: [4, (view, at, little) => view.getUint32(at, little)],
  SL: [4, (view, at, little) => view.getInt32(at, little)],
  FL: [4, (view, at, little) => view.getFloat32(at, little)],
  FD: [8, (view, at, little) => view.getFloat64(at, little)],
};

/**
 * The numbers of an element, binary or text (DS and IS, PS3.5, table 6.2-1). `defaultVr` is the VR in the
 * dictionary, used if the element has none. A decimal comma, written by devices with a Russian locale, is
 * accepted. A value that is not a finite number becomes NaN, so that the index of the others does not change.
 */
export function numbersOf(dataSet: DataSet, tag: number, defaultVr: 'DS' | 'IS' | 'US' | 'FD'): number[] {
  const element = dataSet.elements.get(tag);
  const value = valueBytes(dataSet, tag);
  if (!element || !value) return [];
  const reader = NUMBER_READERS[element.vr === '' || element.vr === 'UN' ? defaultVr : element.vr];
  if (!reader) return textsOf(dataSet, tag).map(toNumber);
  const [size, read] = reader;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const count = Math.floor(value.length / size);
  return Array.from({ length: count }, (_, at) => read(view, at * size, !dataSet.elementEncoding.bigEndian));
}

function toNumber(text: string): number {
  const number = text === '' ? Number.NaN : Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : Number.NaN;
}

/** The first number of an element; null if there is none. */
export function numberOf(dataSet: DataSet, tag: number, defaultVr: 'DS' | 'IS' | 'US'): number | null {
  const number = numbersOf(dataSet, tag, defaultVr)[0];
  return number === undefined || !Number.isFinite(number) ? null : number;
}

/**
 * The first `count` numbers of an element (a spacing, a position, an orientation); null unless all are
 * finite.
 */
export function vectorOf(dataSet: DataSet, tag: number, count: number): number[] | null {
  const numbers = numbersOf(dataSet, tag, 'DS');
  return numbers.length >= count && numbers.slice(0, count).every(Number.isFinite)
    ? numbers.slice(0, count)
    : null;
}

/**
 * A calendar day, YYYY-MM-DD, from DA (also the old form `1980.01.31`) or the beginning of DT; null if it is
 * invalid.
 */
export function dayOf(dataSet: DataSet, tag: number): string | null {
  const [, year, month, day] = /^(\d{4})[.-]?(\d{2})[.-]?(\d{2})/.exec(textOf(dataSet, tag) ?? '') ?? [];
  if (!year || !month || !day || Number(year) < 1850) return null;
  const text = `${year}-${month}-${day}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/**
 * A UID: at most 64 digits and points (PS3.5, 9.1). Null for any other value, because it does not identify
 * anything reliably.
 */
export function uidOf(dataSet: DataSet, tag: number): string | null {
  const uid = textOf(dataSet, tag)?.replaceAll(' ', '') ?? '';
  return /^[0-9.]{1,64}$/.test(uid) ? uid : null;
}

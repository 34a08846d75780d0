import { ITEM, TAG } from './tags.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';

/** One element to write. An array of numbers makes a multi-valued element. */
export type ElementToWrite =
  | readonly [tag: number, vr: 'SQ', items: readonly (readonly ElementToWrite[])[]]
  | readonly [tag: number, vr: 'OB' | 'OW', bytes: Uint8Array]
  | readonly [tag: number, vr: 'US' | 'SS' | 'UL' | 'FL' | 'DS' | 'IS', numbers: number | readonly number[]]
  | readonly [tag: number, vr: TextVr, text: string];

type TextVr = 'AE' | 'CS' | 'DA' | 'LO' | 'LT' | 'PN' | 'SH' | 'ST' | 'TM' | 'UI' | 'UT';
type TextEncoding = (text: string) => Bytes;
type Bytes = Uint8Array<ArrayBuffer>;

const LONG_VR = new Set(['OB', 'OW', 'SQ', 'UT']);
const UTF8 = new TextEncoder();
/** Derived from a random UUID (PS3.5, B.2). */
export const IMPLEMENTATION_UID = '2.25.156072463087461902371446250937021862593';
export const IMPLEMENTATION_NAME = 'SNIMOK_1';
const PREAMBLE = new Uint8Array(132);
PREAMBLE.set(UTF8.encode('DICM'), 128);

/**
 * A DICOM Part 10 file: Explicit VR Little Endian, text in UTF-8 (ISO_IR 192), uncompressed pixel data.
 * Elements may be given in any order and are written in the order of their tags (PS3.5, 7.1). dcmjs is not
 * used because it takes 0.4 s for 100 slices of 400 × 400, this writer 0.1 s.
 */
export function writeDicom(elements: readonly ElementToWrite[]): Bytes {
  const head = fileHead({
    sopClassUID: textIn(elements, TAG.sopClassUID),
    sopInstanceUID: textIn(elements, TAG.sopInstanceUID),
    transferSyntaxUID: TRANSFER_SYNTAX.explicitLittleEndian,
  });
  return join([head, encode([[TAG.specificCharacterSet, 'CS', 'ISO_IR 192'], ...elements])]);
}

/** The beginning of a file, before its data set: preamble and file meta information (PS3.10, 7.1). */
export function fileHead(identity: {
  sopClassUID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
}): Bytes {
  const meta = encode([
    [TAG.metaVersion, 'OB', Uint8Array.of(0, 1)],
    [TAG.mediaStorageSOPClassUID, 'UI', identity.sopClassUID],
    [TAG.mediaStorageSOPInstanceUID, 'UI', identity.sopInstanceUID],
    [TAG.transferSyntaxUID, 'UI', identity.transferSyntaxUID],
    [TAG.implementationClassUID, 'UI', IMPLEMENTATION_UID],
    [TAG.implementationVersionName, 'SH', IMPLEMENTATION_NAME],
  ]);
  return join([PREAMBLE, encode([[TAG.metaGroupLength, 'UL', meta.length]]), meta]);
}

/** How a data set without a file head is encoded: little endian, with explicit or implicit VRs (PS3.5, annex A). */
interface DataSetEncoding {
  implicit: boolean;
  /** text in the Specific Character Set that the caller writes as an element */
  text: TextEncoding;
}

const FILE_ENCODING: DataSetEncoding = { implicit: false, text: (text) => UTF8.encode(text) };

/** Encodes a data set, or an item of a sequence. */
export function encode(
  elements: readonly ElementToWrite[],
  encoding: DataSetEncoding = FILE_ENCODING,
): Bytes {
  const ordered = elements.toSorted(([one], [other]) => one - other);
  return join(ordered.flatMap((element) => encodeElement(element, encoding)));
}

function encodeElement(element: ElementToWrite, encoding: DataSetEncoding): Bytes[] {
  const [tag, vr] = element;
  const value = encodeValue(element, encoding);
  const padding = value.length % 2;
  const header = encodeHeader(tag, vr, value.length + padding, encoding.implicit);
  return padding ? [header, value, paddingOf(vr)] : [header, value];
}

function encodeHeader(tag: number, vr: string, length: number, implicit: boolean): Bytes {
  const hasLongLength = LONG_VR.has(vr);
  const header = new Uint8Array(!implicit && hasLongLength ? 12 : 8);
  const view = new DataView(header.buffer);
  writeTag(view, tag);
  if (implicit) {
    view.setUint32(4, length, true);
    return header;
  }
  header.set(UTF8.encode(vr), 4);
  if (hasLongLength) view.setUint32(8, length, true);
  else view.setUint16(6, length, true);
  return header;
}

/** Text is padded with a space, UI and OB with a zero byte (PS3.5, 6.2). */
const paddingOf = (vr: string) => Uint8Array.of(vr === 'UI' || vr === 'OB' ? 0 : 0x20);

function encodeValue([, vr, value]: ElementToWrite, encoding: DataSetEncoding): Bytes {
  if (typeof value === 'string') return encoding.text(value);
  if (value instanceof Uint8Array) return value as Bytes;
  if (vr === 'SQ') {
    const items = value as readonly (readonly ElementToWrite[])[];
    return join(items.flatMap((item) => encodeItem(item, encoding)));
  }
  const numbers = [value].flat() as number[];
  if (vr === 'US') return new Uint8Array(Uint16Array.from(numbers).buffer);
  if (vr === 'SS') return new Uint8Array(Int16Array.from(numbers).buffer);
  if (vr === 'FL') return new Uint8Array(Float32Array.from(numbers).buffer);
  if (vr === 'UL') return new Uint8Array(Uint32Array.from(numbers).buffer);
  return UTF8.encode(numbers.map(decimal).join('\\'));
}

/**
 * A decimal string has at most 16 characters (PS3.5, 6.2); six decimals of a millimetre are precise enough.
 */
const decimal = (number: number) => String(Number(number.toFixed(6))).slice(0, 16);

function encodeItem(elements: readonly ElementToWrite[], encoding: DataSetEncoding): Bytes[] {
  const body = encode(elements, encoding);
  const header = new DataView(new ArrayBuffer(8));
  writeTag(header, ITEM);
  header.setUint32(4, body.length, true);
  return [new Uint8Array(header.buffer), body];
}

function writeTag(view: DataView, tag: number): void {
  view.setUint16(0, Math.floor(tag / 0x10000), true);
  view.setUint16(2, tag % 0x10000, true);
}

function textIn(elements: readonly ElementToWrite[], tag: number): string {
  const value = elements.find((element) => element[0] === tag)?.[2];
  return typeof value === 'string' ? value : '';
}

function join(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

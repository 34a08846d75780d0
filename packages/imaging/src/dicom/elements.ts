import { ITEM, ITEM_END, SEQUENCE_END, TAG } from './tags.ts';

/** How element headers are written: with or without a value representation, and in which byte order (PS3.5, 7.1). */
export type ElementEncoding = { explicit: boolean; bigEndian: boolean };

/** Where one element's value lies. `vr` is empty when the file does not say it (implicit VR). */
export type Element = { tag: number; vr: string; offset: number; length: number; undefinedLength: boolean };

/** The wanted elements of one data set, and what was odd about it. */
export type DataSet = { bytes: Uint8Array; elementEncoding: ElementEncoding; elements: Map<number, Element> };

const UNDEFINED_LENGTH = 0xffffffff;
/** Value representations whose length takes four bytes after two reserved ones (PS3.5, table 7.1-1). */
const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

const letter = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const readTag = (view: DataView, at: number, { bigEndian }: ElementEncoding) =>
  view.getUint16(at, !bigEndian) * 0x10000 + view.getUint16(at + 2, !bigEndian);

/** The element header at a position, or null when fewer bytes are left than a header takes. */
export function readElementHeader(bytes: Uint8Array, at: number, grammar: ElementEncoding): Element | null {
  if (at + 8 > bytes.length) return null;
  const view = viewOf(bytes);
  const tag = readTag(view, at, grammar);
  const little = !grammar.bigEndian;
  const header = (vr: string, offset: number, length: number): Element => {
    return { tag, vr, offset, length, undefinedLength: length === UNDEFINED_LENGTH };
  };
  // Delimiters never carry a VR, and some writers fall back to implicit headers in the middle of an explicit file.
  const explicit = grammar.explicit && tag < ITEM && letter(bytes[at + 4]) && letter(bytes[at + 5]);
  if (!explicit) return header('', at + 8, view.getUint32(at + 4, little));
  const vr = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!);
  if (!LONG_VR.has(vr)) return header(vr, at + 8, view.getUint16(at + 6, little));
  return at + 12 > bytes.length ? null : header(vr, at + 12, view.getUint32(at + 8, little));
}

/**
 * Where a sequence of undefined length ends: the position behind its delimiter, or -1 when it never does.
 * Sequences and items alternate, so the depth alone says what is expected next (odd: an item, even: an element):
 * one pass, no recursion, no stack, however deep a hostile file nests.
 * An unknown element of undefined length is a sequence in implicit VR (PS3.5, 6.2.2 note 4), down to its end.
 */
function endOfSequence(bytes: Uint8Array, from: number, grammar: ElementEncoding): number {
  let at = from;
  let depth = 1;
  let implicitBelow = Number.POSITIVE_INFINITY;
  const implicit = { ...grammar, explicit: false };
  while (depth > 0) {
    const element = readElementHeader(bytes, at, depth > implicitBelow ? implicit : grammar);
    if (!element) return -1;
    at = element.offset;
    if (element.tag === SEQUENCE_END || element.tag === ITEM_END) {
      // A delimiter of the other kind closes its parent as well: some writers forget the item's own.
      const closesSequence = element.tag === SEQUENCE_END;
      depth -= closesSequence === (depth % 2 === 1) ? 1 : 2;
      if (depth <= implicitBelow) implicitBelow = Number.POSITIVE_INFINITY;
    } else if (element.undefinedLength) {
      if (depth % 2 === 0 && element.vr === 'UN') implicitBelow = Math.min(implicitBelow, depth);
      depth += 1;
    } else {
      at += element.length;
    }
  }
  return at;
}

/** What reading one data set gave: the elements wanted, where reading stopped, and remarks for a person. */
export type Walk = { dataSet: DataSet; end: number; warnings: string[] };

/**
 * Walks the top level of a data set and notes where the wanted elements are; nothing is copied.
 * Stops at the pixel data, at the first element that `until` refuses, or where the bytes end.
 * Our own walk and not dicom-parser's, for that one recurses once per nested item (2,000 levels end it), reads OV, SV
 * and UV wrongly and gives up on a file whose last element was cut short.
 */
export function readElements(
  bytes: Uint8Array,
  range: { from: number; to: number },
  grammar: ElementEncoding,
  wanted: ReadonlySet<number>,
  until: (tag: number) => boolean = () => false,
): Walk {
  const elements = new Map<number, Element>();
  const warnings: string[] = [];
  const within = bytes.subarray(0, range.to);
  let at = range.from;
  while (at < range.to) {
    const element = readElementHeader(within, at, grammar);
    if (!element) {
      warnings.push(`the file ends inside an element header, at byte ${at}`);
      break;
    }
    if (until(element.tag)) break;
    if (grammar.explicit && element.vr === '' && element.tag < ITEM && !warnings.includes(MISSING_VR)) {
      warnings.push(MISSING_VR);
    }
    const left = range.to - element.offset;
    const whole = element.undefinedLength || element.length <= left;
    const isPixels = element.tag === TAG.pixelData;
    if (!whole)
      warnings.push(`element ${nameOf(element.tag)} is cut short: ${left} of ${element.length} bytes`);
    if (wanted.has(element.tag) && (whole || isPixels) && !elements.has(element.tag)) {
      elements.set(element.tag, { ...element, length: Math.min(element.length, left) });
    }
    if (isPixels || !whole) {
      at = element.offset;
      break;
    }
    at = element.undefinedLength
      ? endOfSequence(within, element.offset, grammar)
      : element.offset + element.length;
    if (at < 0) {
      warnings.push(`sequence ${nameOf(element.tag)} has no end`);
      at = range.to;
    }
  }
  return { dataSet: { bytes, elementEncoding: grammar, elements }, end: at, warnings };
}

const MISSING_VR = 'some elements lack their value representation';
const nameOf = (tag: number) => {
  const hex = tag.toString(16).padStart(8, '0');
  return `(${hex.slice(0, 4)},${hex.slice(4)})`;
};

const isDelimiter = (tag: number) => tag === ITEM_END || tag === SEQUENCE_END;

/** The items of a sequence, one after another, each walked for the wanted elements; ends quietly where the bytes do. */
export function* itemsOf(
  parent: DataSet,
  sequence: Element,
  wanted: ReadonlySet<number>,
): Generator<DataSet> {
  const grammar =
    sequence.vr === 'UN' ? { ...parent.elementEncoding, explicit: false } : parent.elementEncoding;
  const to = sequence.undefinedLength ? parent.bytes.length : sequence.offset + sequence.length;
  const within = parent.bytes.subarray(0, to);
  let at = sequence.offset;
  for (;;) {
    const item = readElementHeader(within, at, grammar);
    if (item?.tag !== ITEM) return;
    const itemEnd = item.undefinedLength ? to : Math.min(item.offset + item.length, to);
    const walk = readElements(parent.bytes, { from: item.offset, to: itemEnd }, grammar, wanted, isDelimiter);
    yield walk.dataSet;
    at = item.undefinedLength ? walk.end + 8 : itemEnd;
  }
}

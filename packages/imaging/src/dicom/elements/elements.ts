import { ITEM, ITEM_END, SEQUENCE_END, TAG } from './tags.ts';

/** Explicit or implicit VR, and the byte order (PS3.5, 7.1). */
export type ElementEncoding = { explicit: boolean; bigEndian: boolean };

/** Byte range of one element's value. `vr` is empty if the element is in implicit VR. */
export type Element = { tag: number; vr: string; offset: number; length: number; undefinedLength: boolean };

/** The requested elements of one data set; their offsets count from the start of `bytes`. */
export type DataSet = { bytes: Uint8Array; elementEncoding: ElementEncoding; elements: Map<number, Element> };

const UNDEFINED_LENGTH = 0xffffffff;
/** Value representations with a 32-bit length after two reserved bytes (PS3.5, table 7.1-1). */
const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const readTag = (view: DataView, at: number, { bigEndian }: ElementEncoding) =>
  view.getUint16(at, !bigEndian) * 0x10000 + view.getUint16(at + 2, !bigEndian);

/** The element header at byte offset `at`; null if fewer bytes are left than a header has. */
export function readElementHeader(bytes: Uint8Array, at: number, encoding: ElementEncoding): Element | null {
  if (at + 8 > bytes.length) return null;
  const view = viewOf(bytes);
  const tag = readTag(view, at, encoding);
  const little = !encoding.bigEndian;
  const header = (vr: string, offset: number, length: number): Element => {
    return { tag, vr, offset, length, undefinedLength: length === UNDEFINED_LENGTH };
  };
  // Delimiters have no VR, and some writers mix implicit headers into an explicit data set.
  const explicit = encoding.explicit && tag < ITEM && isCapital(bytes[at + 4]) && isCapital(bytes[at + 5]);
  if (!explicit) return header('', at + 8, view.getUint32(at + 4, little));
  const vr = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!);
  if (!LONG_VR.has(vr)) return header(vr, at + 8, view.getUint16(at + 6, little));
  return at + 12 > bytes.length ? null : header(vr, at + 12, view.getUint32(at + 8, little));
}

/**
 * The offset after the delimiter of a sequence of undefined length, or -1 if the delimiter is missing.
 * Sequences and items alternate, so the nesting depth determines what follows (odd: an item, even: an
 * element). One pass without recursion: a malicious file may nest millions of sequences. A UN element of
 * undefined length is a sequence encoded in implicit VR (PS3.5, 6.2.2 note 4), at all levels below it.
 */
function endOfSequence(bytes: Uint8Array, from: number, encoding: ElementEncoding): number {
  let at = from;
  let depth = 1;
  let implicitBelow = Number.POSITIVE_INFINITY;
  const implicit = { ...encoding, explicit: false };
  while (depth > 0) {
    const element = readElementHeader(bytes, at, depth > implicitBelow ? implicit : encoding);
    if (!element) return -1;
    at = element.offset;
    if (element.tag === SEQUENCE_END || element.tag === ITEM_END) {
      // A delimiter of the other kind also closes its parent: some writers omit the item's delimiter.
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

/** The offset after an element, or -1 if its delimiter is missing. */
const endOfElement = (bytes: Uint8Array, element: Element, encoding: ElementEncoding): number =>
  element.undefinedLength ? endOfSequence(bytes, element.offset, encoding) : element.offset + element.length;

/**
 * The requested elements of one data set, the offset at which reading stopped, and the defects that were
 * found.
 */
type ReadElements = { dataSet: DataSet; end: number; warnings: string[] };

/**
 * Reads the top level of a data set and returns the byte ranges of the elements in `tags`; copies nothing.
 * Stops at the pixel data, at the first element for which `stopAt` returns true, or at the end of the range.
 * dicom-parser is not used because it recurses once per nested item (2,000 levels overflow its stack),
 * misreads OV, SV and UV, and rejects a file whose last element is truncated.
 */
export function readElements(
  bytes: Uint8Array,
  range: { from: number; to: number },
  encoding: ElementEncoding,
  tags: ReadonlySet<number>,
  stopAt: (tag: number) => boolean = () => false,
): ReadElements {
  const elements = new Map<number, Element>();
  // a set, because a data set may have many elements without a VR
  const warnings = new Set<string>();
  const within = bytes.subarray(0, range.to);
  let at = range.from;
  while (at < range.to) {
    const element = readElementHeader(within, at, encoding);
    if (!element) {
      warnings.add(`the file ends inside an element header, at byte ${at}`);
      break;
    }
    if (stopAt(element.tag)) break;
    if (lacksVR(element, encoding)) warnings.add(MISSING_VR);
    const left = range.to - element.offset;
    const isComplete = element.undefinedLength || element.length <= left;
    const isPixels = element.tag === TAG.pixelData;
    if (!isComplete)
      warnings.add(`element ${nameOf(element.tag)} is truncated: ${left} of ${element.length} bytes`);
    if (tags.has(element.tag) && (isComplete || isPixels) && !elements.has(element.tag)) {
      elements.set(element.tag, { ...element, length: Math.min(element.length, left) });
    }
    if (isPixels || !isComplete) {
      at = element.offset;
      break;
    }
    at = endOfElement(within, element, encoding);
    if (at < 0) {
      warnings.add(`sequence ${nameOf(element.tag)} has no delimiter`);
      at = range.to;
    }
  }
  return { dataSet: { bytes, elementEncoding: encoding, elements }, end: at, warnings: [...warnings] };
}

const lacksVR = ({ vr, tag }: Element, { explicit }: ElementEncoding) => explicit && vr === '' && tag < ITEM;

const MISSING_VR = 'some elements have no value representation';
const nameOf = (tag: number) => {
  const hex = tag.toString(16).padStart(8, '0');
  return `(${hex.slice(0, 4)},${hex.slice(4)})`;
};

const isDelimiter = (tag: number) => tag === ITEM_END || tag === SEQUENCE_END;

/**
 * Yields the items of a sequence, each with its elements in `tags`; a truncated sequence ends without an
 * error.
 */
export function* itemsOf(parent: DataSet, sequence: Element, tags: ReadonlySet<number>): Generator<DataSet> {
  const encoding =
    sequence.vr === 'UN' ? { ...parent.elementEncoding, explicit: false } : parent.elementEncoding;
  const to = sequence.undefinedLength ? parent.bytes.length : sequence.offset + sequence.length;
  const within = parent.bytes.subarray(0, to);
  let at = sequence.offset;
  for (;;) {
    const item = readElementHeader(within, at, encoding);
    if (item?.tag !== ITEM) return;
    const itemEnd = item.undefinedLength ? to : Math.min(item.offset + item.length, to);
    const { dataSet, end } = readElements(
      parent.bytes,
      { from: item.offset, to: itemEnd },
      encoding,
      tags,
      isDelimiter,
    );
    yield dataSet;
    at = item.undefinedLength ? end + 8 : itemEnd;
  }
}

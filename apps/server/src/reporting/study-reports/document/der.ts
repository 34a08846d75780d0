/** An element in the distinguished encoding rules (X.690, 10): a tag, the shortest length, the content. */
export interface Element {
  tag: number;
  content: Buffer;
  /** tag, length and content */
  whole: Buffer;
}

export const SEQUENCE = 0x30;
export const SET = 0x31;
export const INTEGER = 0x02;
export const OCTET_STRING = 0x04;
export const NULL: Buffer = Buffer.of(0x05, 0);
/** The tag of a context-specific element [0] that contains elements. */
export const CONTEXT = 0xa0;

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.of(length);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
};

export const encode = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
};

export const sequence = (...items: Uint8Array[]): Buffer => encode(SEQUENCE, ...items);
/** The elements of a set are ordered by their encodings (X.690, 11.6). */
export const setOf = (items: Buffer[], tag = SET): Buffer => encode(tag, ...items.toSorted(Buffer.compare));
export const integer = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return encode(INTEGER, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.of(0)] : []), bytes);
};

/** An object identifier from its dotted form. */
export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift(0x80 | (left & 0x7f));
    return groups;
  });
  return encode(0x06, Buffer.from(bytes));
};

/**
 * The element at a position. Refuses lengths that are not the shortest, and tags of several bytes, which no structure here has.
 * @throws if the bytes are no such element
 */
export const readElement = (bytes: Buffer, at = 0): Element => {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new Error('not DER');
  const isLong = first >= 0x80;
  const lengthBytes = isLong ? first & 0x7f : 0;
  if (isLong && (lengthBytes === 0 || lengthBytes > 4)) throw new Error('not DER: a length');
  const start = at + 2 + lengthBytes;
  const length = isLong ? parseInt(bytes.toString('hex', at + 2, start) || 'x', 16) : first;
  const end = start + length;
  if (!(end <= bytes.length)) throw new Error('not DER: an element is cut off');
  if (!lengthOf(length).equals(bytes.subarray(at + 1, start))) throw new Error('not DER: a length');
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
};

/** The elements inside one. */
export const childrenOf = ({ content }: Element): Element[] => {
  const children: Element[] = [];
  for (let at = 0; at < content.length;) {
    const child = readElement(content, at);
    children.push(child);
    at += child.whole.length;
  }
  return children;
};

/** The child at a position. @throws if there is none or it has another tag */
export const childAt = (element: Element, at: number, tag: number): Element => {
  const child = childrenOf(element)[at];
  if (child?.tag !== tag) throw new Error('an element is missing');
  return child;
};

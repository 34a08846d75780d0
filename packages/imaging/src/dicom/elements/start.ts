import { type ElementEncoding, readElementHeader } from './elements.ts';

const PREAMBLE_BYTES = 128;
/** The groups with which a data set may begin: file meta, directory, identification, patient. */
const FIRST_GROUPS = [0x0002, 0x0004, 0x0008, 0x0010];

const hasMagic = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0x44 && bytes[at + 1] === 0x49 && bytes[at + 2] === 0x43 && bytes[at + 3] === 0x4d;

/**
 * Offset of the first element: after the preamble and `DICM` (PS3.10, 7.1), or 0 if the device omitted them.
 */
export function startOf(bytes: Uint8Array): number {
  if (hasMagic(bytes, PREAMBLE_BYTES)) return PREAMBLE_BYTES + 4;
  return hasMagic(bytes, 0) ? 4 : 0;
}

/**
 * The actual encoding of a data set, detected from its first element, because some files state a wrong
 * transfer syntax.
 */
export function detectEncoding(bytes: Uint8Array, at: number): ElementEncoding | null {
  for (const bigEndian of [false, true]) {
    const element = readElementHeader(bytes, at, { explicit: true, bigEndian });
    if (!element) return null;
    if (!FIRST_GROUPS.includes(Math.floor(element.tag / 0x10000))) continue;
    const fits = element.undefinedLength || element.offset + element.length <= bytes.length;
    if (fits) return { explicit: element.vr !== '', bigEndian };
  }
  return null;
}

/** Whether the bytes contain `DICM`, or begin with two plausible element headers in ascending order. */
export function isDicom(bytes: Uint8Array): boolean {
  const at = startOf(bytes);
  if (at > 0) return true;
  const encoding = detectEncoding(bytes, 0);
  const first = encoding && readElementHeader(bytes, 0, encoding);
  if (!encoding || !first || first.undefinedLength) return false;
  const next = readElementHeader(bytes, first.offset + first.length, encoding);
  const nextGroup = next ? Math.floor(next.tag / 0x10000) : 0;
  return next !== null && next.tag > first.tag && nextGroup <= 0x0028;
}

import { type DataSet, itemsOf } from './elements.ts';
import type { LookupTable } from './file.ts';
import type { SampleValues } from './stored-values.ts';
import { TAG } from './tags.ts';
import { numberOf, numbersOf, valueBytes } from './values.ts';

const LUT_TAGS = new Set<number>([TAG.lutDescriptor, TAG.lutValues]);

/**
 * The table whose shape and entries stand in two elements. The first value is signed when the stored ones are, even in
 * files that write it as US (PS3.3, C.11.1.1.1); a count of 0 means 65 536 entries.
 */
export function lookupTable(
  dataSet: DataSet,
  shapeTag: number,
  tag: number,
  signed = false,
): LookupTable | null {
  const [count, first, bits] = numbersOf(dataSet, shapeTag, 'US');
  const element = dataSet.elements.get(tag);
  if (count === undefined || first === undefined || bits === undefined) return null;
  if (!element || valueBytes(dataSet, tag) === null) return null;
  // SS makes a count above 32 767 negative: it is the same 16 bits
  const entries = (count & 0xffff) === 0 ? 65_536 : count & 0xffff;
  const firstValue = signed && first > 0x7fff ? first - 0x10000 : first;
  return { entries, firstValue, bits, element };
}

/** The table in the first item of a Modality or VOI LUT sequence; further items are other ways to look at it. */
export function firstLutIn(dataSet: DataSet, sequenceTag: number): LookupTable | null {
  const sequence = dataSet.elements.get(sequenceTag);
  if (!sequence) return null;
  const signed = numberOf(dataSet, TAG.pixelRepresentation, 'US') === 1;
  for (const item of itemsOf(dataSet, sequence, LUT_TAGS)) {
    return lookupTable(item, TAG.lutDescriptor, TAG.lutValues, signed);
  }
  return null;
}

/**
 * The entries as numbers. Entries of 8 bits lie one to a byte when the element is only that long (PS3.3, C.11.1.1.1).
 * `content` is the data set's bytes; what a cut-off file lacks is 0.
 */
export function readEntries(
  content: Uint8Array,
  { entries, element }: LookupTable,
  bigEndian: boolean,
): Uint16Array {
  const bytes = content.subarray(element.offset, element.offset + element.length);
  if (bytes.length < entries * 2) return Uint16Array.from(bytes.subarray(0, entries));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: entries }, (_, at) => view.getUint16(at * 2, !bigEndian));
}

/** Each value's entry; values below the first or beyond the last take that one (PS3.3, C.11.1.1.1). */
export function applyTable(values: SampleValues, entries: Uint16Array, firstValue: number): Uint16Array {
  const last = entries.length - 1;
  const found = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    found[at] = entries[Math.min(Math.max(values[at]! - firstValue, 0), last)] ?? 0;
  }
  return found;
}

import { type DataSet, itemsOf } from '../elements/elements.ts';
import type { LookupTable } from '../elements/file.ts';
import type { SampleValues } from './stored-values.ts';
import { TAG } from '../elements/tags.ts';
import { numberOf, numbersOf, valueBytes } from '../elements/values.ts';

const LUT_TAGS = new Set<number>([TAG.lutDescriptor, TAG.lutValues]);

/**
 * The table of a LUT descriptor and a LUT data element (PS3.3, C.11.1.1.1); null if one is missing. The first
 * value is signed if the stored values are, even if the file encodes it as US; a count of 0 means 65 536
 * entries.
 */
export function lookupTable(
  dataSet: DataSet,
  descriptorTag: number,
  dataTag: number,
  signed = false,
): LookupTable | null {
  const [count, first, bits] = numbersOf(dataSet, descriptorTag, 'US');
  const element = dataSet.elements.get(dataTag);
  if (count === undefined || first === undefined || bits === undefined) return null;
  if (!element || valueBytes(dataSet, dataTag) === null) return null;
  // A count above 32 767 encoded as SS is negative; its 16 bits are the same.
  const entries = (count & 0xffff) === 0 ? 65_536 : count & 0xffff;
  const firstValue = signed && first > 0x7fff ? first - 0x10000 : first;
  return { entries, firstValue, bits, element };
}

/** The table in the first item of a Modality or VOI LUT sequence; further items are alternatives. */
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
 * The entries of a table. Entries of 8 bits occupy one byte each if the element is that short (PS3.3,
 * C.11.1.1.1). `content` is the bytes of the data set; entries missing from a truncated file are absent from
 * the result.
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

/** The entry of each value; values outside the table get the first or the last entry (PS3.3, C.11.1.1.1). */
export function applyTable(values: SampleValues, entries: Uint16Array, firstValue: number): Uint16Array {
  const last = entries.length - 1;
  const mapped = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    mapped[at] = entries[Math.min(Math.max(values[at]! - firstValue, 0), last)] ?? 0;
  }
  return mapped;
}

import type { ElementEncoding } from '../dicom/elements/elements.ts';
import { ITEM, ITEM_END, SEQUENCE_END, TAG } from '../dicom/elements/tags.ts';

/**
 * One element for tests: unlike `writeDicom`, it may have a wrong VR or, by `claimedLength`, a wrong length.
 */
export type RawElement = {
  tag: number;
  vr: string;
  value: Uint8Array | string | number[] | RawElement[][];
  claimedLength?: number;
};

const LONG_VR = new Set(['OB', 'OV', 'OW', 'SQ', 'UN', 'UT']);
const UNDEFINED = 0xffffffff;
export const LITTLE_EXPLICIT: ElementEncoding = { explicit: true, bigEndian: false };

export const bytesOf = (...parts: (Uint8Array | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
export const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/**
 * Header and value of each element; sequences and items have undefined length, as most devices write them.
 */
export function rawElements(elements: RawElement[], encoding: ElementEncoding = LITTLE_EXPLICIT): Uint8Array {
  return bytesOf(...elements.map((element) => rawElement(element, encoding)));
}

function rawElement({ tag, vr, value, claimedLength }: RawElement, encoding: ElementEncoding): Uint8Array {
  if (vr === 'SQ') {
    const items = (value as RawElement[][]).map((item) => {
      return bytesOf(
        header(ITEM, '', UNDEFINED, encoding),
        rawElements(item, encoding),
        header(ITEM_END, '', 0, encoding),
      );
    });
    return bytesOf(header(tag, vr, UNDEFINED, encoding), ...items, header(SEQUENCE_END, '', 0, encoding));
  }
  const bytes = valueBytes(vr, value as Uint8Array | string | number[], encoding);
  const padded = bytes.length % 2 ? bytesOf(bytes, [vr === 'UI' ? 0 : 0x20]) : bytes;
  return bytesOf(header(tag, vr, claimedLength ?? padded.length, encoding), padded);
}

function valueBytes(
  vr: string,
  value: Uint8Array | string | number[],
  { bigEndian }: ElementEncoding,
): Uint8Array {
  if (typeof value === 'string') return latin(value);
  if (vr !== 'US') return Uint8Array.from(value);
  return bytesOf(
    ...[...value].map((number) => (bigEndian ? [number >> 8, number & 255] : [number & 255, number >> 8])),
  );
}

export function header(
  tag: number,
  vr: string,
  length: number,
  { explicit, bigEndian }: ElementEncoding,
): Uint8Array {
  const isDelimiter = tag >= ITEM;
  const isLong = LONG_VR.has(vr);
  const view = new DataView(new ArrayBuffer(explicit && !isDelimiter && isLong ? 12 : 8));
  view.setUint16(0, Math.floor(tag / 0x10000), !bigEndian);
  view.setUint16(2, tag % 0x10000, !bigEndian);
  if (!explicit || isDelimiter) view.setUint32(4, length, !bigEndian);
  else {
    view.setUint8(4, vr.charCodeAt(0));
    view.setUint8(5, vr.charCodeAt(1));
    if (isLong) view.setUint32(8, length, !bigEndian);
    else view.setUint16(6, length, !bigEndian);
  }
  return new Uint8Array(view.buffer);
}

/** Preamble, `DICM` and the transfer syntax, then the given bytes as the data set. */
export function part10(transferSyntaxUID: string, dataSet: Uint8Array): Uint8Array {
  const meta = rawElements([{ tag: TAG.transferSyntaxUID, vr: 'UI', value: transferSyntaxUID }]);
  return bytesOf(new Uint8Array(128), latin('DICM'), meta, dataSet);
}

type Shape = {
  rows: number;
  columns: number;
  bits?: 1 | 8 | 16 | 32;
  samples?: number;
  photometric?: string;
  frames?: number;
  signed?: boolean;
  uid?: string;
};

/** The elements of the Image Pixel module, without pixel data. */
export const imageElements = ({
  rows,
  columns,
  bits = 16,
  samples = 1,
  photometric = 'MONOCHROME2',
  frames = 1,
  signed = false,
  uid = '2.25.1',
}: Shape): RawElement[] => [
  { tag: TAG.sopInstanceUID, vr: 'UI', value: uid },
  { tag: TAG.samplesPerPixel, vr: 'US', value: [samples] },
  { tag: TAG.photometricInterpretation, vr: 'CS', value: photometric },
  { tag: TAG.planarConfiguration, vr: 'US', value: [0] },
  { tag: TAG.numberOfFrames, vr: 'IS', value: String(frames) },
  { tag: TAG.rows, vr: 'US', value: [rows] },
  { tag: TAG.columns, vr: 'US', value: [columns] },
  { tag: TAG.bitsAllocated, vr: 'US', value: [bits] },
  { tag: TAG.bitsStored, vr: 'US', value: [bits] },
  { tag: TAG.highBit, vr: 'US', value: [bits - 1] },
  { tag: TAG.pixelRepresentation, vr: 'US', value: [signed ? 1 : 0] },
];

/** A file with encapsulated pixel data: the given fragments, basic offset table and extended one (none by default). */
export function encapsulated(
  transferSyntaxUID: string,
  shape: Shape,
  fragments: Uint8Array[],
  table: number[] = [],
  extendedTable: number[] = [],
): Uint8Array {
  const item = (bytes: Uint8Array) => {
    const padded = bytes.length % 2 ? bytesOf(bytes, [0]) : bytes;
    return bytesOf(header(ITEM, '', padded.length, LITTLE_EXPLICIT), padded);
  };
  const offsets = new Uint8Array(Uint32Array.from(table).buffer);
  const pixels = bytesOf(
    header(TAG.pixelData, 'OB', UNDEFINED, LITTLE_EXPLICIT),
    ...[offsets, ...fragments].map(item),
    header(SEQUENCE_END, '', 0, LITTLE_EXPLICIT),
  );
  const extended = new Uint8Array(BigUint64Array.from(extendedTable, BigInt).buffer);
  const tables = extended.length > 0 ? [{ tag: TAG.extendedOffsetTable, vr: 'OV', value: extended }] : [];
  return part10(transferSyntaxUID, bytesOf(rawElements([...imageElements(shape), ...tables]), pixels));
}

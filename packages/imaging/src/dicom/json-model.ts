import { type DecodeText, textDecoder } from './character-sets.ts';
import { type DataSet, type Element, itemsOf, readElements } from './elements.ts';
import { type JsonValue, jsonValues } from './json-values.ts';
import { MAX_INFLATED_BYTES, openFile } from './part10.ts';
import { DicomProblem } from './problem.ts';
import { TAG } from './tags.ts';
import { numberOf, textsOf } from './values.ts';
import { vrOf } from './value-representations.ts';

/** One attribute of the DICOM JSON Model (PS3.18, F.2.2). */
export type JsonAttribute = {
  vr: string;
  Value?: (JsonValue | JsonDataSet)[];
  InlineBinary?: string;
  BulkDataURI?: string;
};
/** Attributes by tag, eight upper-case hexadecimal digits, in ascending order. */
export type JsonDataSet = { [tag: string]: JsonAttribute };

const EVERYTHING: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true });
/** Real objects nest four deep; what nests deeper is left out. */
const MAX_DEPTH = 12;
/** An enhanced CT of a thousand frames has some tens of thousands. */
const MAX_ATTRIBUTES = 300_000;
/** Longer values would make the answer larger than the picture. */
const MAX_INLINE_BYTES = 16 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;

type Reading = { decode: DecodeText; isSigned: boolean; pixelsAt: string | null; attributesLeft: number };

/**
 * What a file's data set says, as WADO-RS metadata (PS3.18, 10.4.1.1.2 and annex F). Pixels become a `BulkDataURI` when
 * `pixelsAt` names one; other long binary values are left out; text is in UTF-8 whatever it was in the file.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function jsonModel(bytes: Uint8Array, { pixelsAt }: { pixelsAt: string | null }): JsonDataSet {
  const opened = openFile(bytes, MAX_INFLATED_BYTES);
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, EVERYTHING);
  const reading: Reading = {
    decode: textDecoder(textsOf(dataSet, TAG.specificCharacterSet), () => undefined),
    isSigned: numberOf(dataSet, TAG.pixelRepresentation, 'US') === 1,
    pixelsAt,
    attributesLeft: MAX_ATTRIBUTES,
  };
  const model = dataSetJson(dataSet, reading, 0);
  const charset = keyOf(TAG.specificCharacterSet);
  if (charset in model) model[charset] = { vr: 'CS', Value: ['ISO_IR 192'] };
  return model;
}

const keyOf = (tag: number) => tag.toString(16).padStart(8, '0').toUpperCase();

/** Group lengths say nothing about the patient's picture, and no longer fit once an attribute has been left out. */
const isGroupLength = (tag: number) => tag % 0x10000 === 0;

function dataSetJson(dataSet: DataSet, reading: Reading, depth: number): JsonDataSet {
  const attributes = [...dataSet.elements.values()]
    .filter(({ tag }) => !isGroupLength(tag))
    .toSorted((one, other) => one.tag - other.tag)
    .map((element) => [keyOf(element.tag), attributeOf(dataSet, element, reading, depth)] as const)
    .filter((entry): entry is readonly [string, JsonAttribute] => entry[1] !== null);
  return Object.fromEntries(attributes);
}

function attributeOf(
  dataSet: DataSet,
  element: Element,
  reading: Reading,
  depth: number,
): JsonAttribute | null {
  reading.attributesLeft -= 1;
  if (reading.attributesLeft < 0) {
    throw new DicomProblem('damaged-header', `more than ${MAX_ATTRIBUTES} attributes`);
  }
  if (element.tag === TAG.pixelData) {
    const vr = element.vr || 'OW';
    return reading.pixelsAt === null ? null : { vr, BulkDataURI: reading.pixelsAt };
  }
  // an unknown element of undefined length is a sequence (PS3.5, 6.2.2, note 4)
  const stated = element.vr === '' || element.vr === 'UN' ? vrOf(element.tag, reading.isSigned) : element.vr;
  const vr = element.undefinedLength ? 'SQ' : stated;
  if (vr === 'SQ') return depth < MAX_DEPTH ? sequenceOf(dataSet, element, reading, depth) : null;
  if (element.length === 0) return { vr };
  const value = dataSet.bytes.subarray(element.offset, element.offset + element.length);
  if (value.length > MAX_TEXT_BYTES) return null;
  const values = jsonValues(vr, value, dataSet.elementEncoding.bigEndian, reading.decode);
  if (values) return values.every((each) => each === null) ? { vr } : { vr, Value: values };
  return value.length > MAX_INLINE_BYTES ? null : { vr, InlineBinary: base64(value) };
}

function sequenceOf(dataSet: DataSet, element: Element, reading: Reading, depth: number): JsonAttribute {
  const items = [...itemsOf(dataSet, element, EVERYTHING)];
  if (items.length === 0) return { vr: 'SQ' };
  return { vr: 'SQ', Value: items.map((item) => dataSetJson(item, reading, depth + 1)) };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

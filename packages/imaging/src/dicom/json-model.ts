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

const ALL_TAGS: ReadonlySet<number> = Object.assign(new Set<number>(), { has: () => true });
/** Real objects have at most four levels of sequences; deeper ones are omitted. */
const MAX_DEPTH = 12;
/** An enhanced CT with a thousand frames has tens of thousands. */
const MAX_ATTRIBUTES = 300_000;
/** Longer binary values are omitted: they would make the metadata larger than the image. */
const MAX_INLINE_BYTES = 16 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;

type Conversion = { decode: DecodeText; isSigned: boolean; pixelsAt: string | null; attributesLeft: number };

/**
 * The data set of a file as WADO-RS metadata (PS3.18, 10.4.1.1.2 and annex F). Pixel data become the
 * `BulkDataURI` `pixelsAt`, or are omitted if it is null; other long binary values are omitted; all text is
 * converted to UTF-8.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function jsonModel(bytes: Uint8Array, { pixelsAt }: { pixelsAt: string | null }): JsonDataSet {
  const opened = openFile(bytes, MAX_INFLATED_BYTES);
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, ALL_TAGS);
  const conversion: Conversion = {
    decode: textDecoder(textsOf(dataSet, TAG.specificCharacterSet), () => undefined),
    isSigned: numberOf(dataSet, TAG.pixelRepresentation, 'US') === 1,
    pixelsAt,
    attributesLeft: MAX_ATTRIBUTES,
  };
  const model = dataSetJson(dataSet, conversion, 0);
  const charset = keyOf(TAG.specificCharacterSet);
  if (charset in model) model[charset] = { vr: 'CS', Value: ['ISO_IR 192'] };
  return model;
}

const keyOf = (tag: number) => tag.toString(16).padStart(8, '0').toUpperCase();

/** Group lengths are omitted, because they are wrong once an attribute has been omitted. */
const isGroupLength = (tag: number) => tag % 0x10000 === 0;

function dataSetJson(dataSet: DataSet, conversion: Conversion, depth: number): JsonDataSet {
  const attributes = [...dataSet.elements.values()]
    .filter(({ tag }) => !isGroupLength(tag))
    .toSorted((one, other) => one.tag - other.tag)
    .map((element) => [keyOf(element.tag), attributeOf(dataSet, element, conversion, depth)] as const)
    .filter((entry): entry is readonly [string, JsonAttribute] => entry[1] !== null);
  return Object.fromEntries(attributes);
}

function attributeOf(
  dataSet: DataSet,
  element: Element,
  conversion: Conversion,
  depth: number,
): JsonAttribute | null {
  conversion.attributesLeft -= 1;
  if (conversion.attributesLeft < 0) {
    throw new DicomProblem('damaged-header', `more than ${MAX_ATTRIBUTES} attributes`);
  }
  if (element.tag === TAG.pixelData) {
    const vr = element.vr || 'OW';
    return conversion.pixelsAt === null ? null : { vr, BulkDataURI: conversion.pixelsAt };
  }
  // A UN element of undefined length is a sequence (PS3.5, 6.2.2, note 4).
  const stated =
    element.vr === '' || element.vr === 'UN' ? vrOf(element.tag, conversion.isSigned) : element.vr;
  const vr = element.undefinedLength ? 'SQ' : stated;
  if (vr === 'SQ') return depth < MAX_DEPTH ? sequenceOf(dataSet, element, conversion, depth) : null;
  if (element.length === 0) return { vr };
  const value = dataSet.bytes.subarray(element.offset, element.offset + element.length);
  if (value.length > MAX_TEXT_BYTES) return null;
  const values = jsonValues(vr, value, dataSet.elementEncoding.bigEndian, conversion.decode);
  if (values) return values.every((each) => each === null) ? { vr } : { vr, Value: values };
  return value.length > MAX_INLINE_BYTES ? null : { vr, InlineBinary: base64(value) };
}

function sequenceOf(
  dataSet: DataSet,
  element: Element,
  conversion: Conversion,
  depth: number,
): JsonAttribute {
  const items = [...itemsOf(dataSet, element, ALL_TAGS)];
  if (items.length === 0) return { vr: 'SQ' };
  return { vr: 'SQ', Value: items.map((item) => dataSetJson(item, conversion, depth + 1)) };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

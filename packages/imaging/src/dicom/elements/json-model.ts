import { type DecodeText, textDecoder } from './character-sets.ts';
import { type DataSet, type Element, itemsOf, readElements } from './elements.ts';
import { type JsonValue, jsonValues } from './json-values.ts';
import { MAX_INFLATED_BYTES, openFile } from './part10.ts';
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

/** Real objects have at most four levels of sequences; deeper ones are omitted. */
const MAX_DEPTH = 12;
/** An enhanced CT with a thousand frames has tens of thousands. */
const MAX_ATTRIBUTES = 300_000;
/** An enhanced CT with two thousand frames has about as much. */
export const MAX_MODEL_BYTES = 2 * 1024 ** 2;
/** Longer binary values are omitted: they would make the metadata larger than the image. */
const MAX_INLINE_BYTES = 16 * 1024;
const MAX_TEXT_BYTES = 64 * 1024;
/** Longer values of the important attributes are converted after the others. */
const SHORT_BYTES = 4096;
/** Lengths of the JSON around an attribute (its tag in quotes, a colon and a comma), a sequence and an item. */
const TAG_BYTES = 12;
const SEQUENCE_BYTES = '{"vr":"SQ","Value":[]}'.length;
const ITEM_BYTES = '{},'.length;
/**
 * The longest address of bulk data, which has three UIDs. Stored metadata have a shorter `BulkDataURI`, and none for the pixel data,
 * whose address the server adds when it sends the metadata.
 */
const ADDRESS_BYTES = 512;
/** After this many attributes that do not fit, the rest of a malicious header is not converted. */
const MAX_MISFITS = 1000;

/** The attributes that identify patient, study, series and image, and describe its pixels: they are kept first. */
const IMPORTANT = new Set<number>(Object.values(TAG));

/** What may still be converted, and written as JSON. */
type Limits = { attributes: number; bytes: number; misfits: number };
type Conversion = {
  decode: DecodeText;
  isSigned: boolean;
  pixelsAt: string | null;
  bulkDataAt: ((tag: string) => string) | null;
  left: Limits;
};

/** Thrown to end the conversion of an attribute. A single object, because a file may have 300,000 that do not fit. */
const DOES_NOT_FIT = new Error('the attribute does not fit into the limits');

type ModelOptions = {
  pixelsAt: string | null;
  /** the `BulkDataURI` of a value of the top level that is too long for the data set; without it such values are omitted */
  bulkDataAt?: (tag: string) => string;
  /** of the data set as JSON in UTF-8 */
  maxBytes?: number;
};

/**
 * The data set of a file as WADO-RS metadata (PS3.18, 10.4.1.1.2 and annex F). Pixel data become the `BulkDataURI`
 * `pixelsAt`, or are omitted if it is null. Other long values become the URI that `bulkDataAt` returns, or are
 * omitted without it. All text is converted to UTF-8. Attributes of the top level that do not fit into `maxBytes` are
 * omitted, the important ones last. A sequence is omitted as a whole, since its first items alone would be
 * misleading.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function jsonModel(
  bytes: Uint8Array,
  { pixelsAt, bulkDataAt, maxBytes = MAX_MODEL_BYTES }: ModelOptions,
): JsonDataSet {
  const opened = openFile(bytes, MAX_INFLATED_BYTES);
  const range = { from: opened.from, to: opened.bytes.length };
  const tags = tagsWithin(MAX_ATTRIBUTES);
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, tags);
  const conversion: Conversion = {
    decode: textDecoder(textsOf(dataSet, TAG.specificCharacterSet), () => undefined),
    isSigned: numberOf(dataSet, TAG.pixelRepresentation, 'US') === 1,
    pixelsAt,
    bulkDataAt: bulkDataAt ?? null,
    left: {
      attributes: MAX_ATTRIBUTES,
      bytes: maxBytes - ITEM_BYTES - (bulkDataAt ? ADDRESS_BYTES : 0),
      misfits: MAX_MISFITS,
    },
  };
  const attributes = importantFirst(dataSet)
    .map((element) => [element.tag, attributeIfItFits(dataSet, element, conversion)] as const)
    .filter((entry): entry is readonly [number, JsonAttribute] => entry[1] !== null)
    .toSorted(([one], [other]) => one - other);
  const model = Object.fromEntries(attributes.map(([tag, attribute]) => [keyOf(tag), attribute]));
  const charset = keyOf(TAG.specificCharacterSet);
  if (charset in model) model[charset] = { vr: 'CS', Value: ['ISO_IR 192'] };
  return model;
}

/** All tags, but no more than `count` besides the important ones: a file may have millions of elements. */
function tagsWithin(count: number): ReadonlySet<number> {
  let left = count;
  return Object.assign(new Set<number>(), { has: (tag: number) => IMPORTANT.has(tag) || (left -= 1) >= 0 });
}

const keyOf = (tag: number) => tag.toString(16).padStart(8, '0').toUpperCase();

/** Group lengths are omitted, because they are wrong once an attribute has been omitted. */
const isGroupLength = (tag: number) => tag % 0x10000 === 0;

const elementsOf = ({ elements }: DataSet) => [...elements.values()].filter(({ tag }) => !isGroupLength(tag));

function importantFirst(dataSet: DataSet): Element[] {
  const rank = ({ tag, length, undefinedLength, vr }: Element) => {
    if (!IMPORTANT.has(tag)) return 2;
    return tag !== TAG.pixelData && (undefinedLength || vr === 'SQ' || length > SHORT_BYTES) ? 1 : 0;
  };
  return elementsOf(dataSet).toSorted((one, other) => rank(one) - rank(other) || one.tag - other.tag);
}

function attributeIfItFits(dataSet: DataSet, element: Element, conversion: Conversion): JsonAttribute | null {
  const { bytes } = conversion.left;
  if (conversion.left.misfits === 0) return null;
  try {
    return attributeOf(dataSet, element, conversion, 0);
  } catch (cause) {
    if (cause !== DOES_NOT_FIT) throw cause;
    conversion.left.bytes = bytes;
    conversion.left.misfits -= 1;
    return null;
  }
}

function dataSetJson(dataSet: DataSet, conversion: Conversion, depth: number): JsonDataSet {
  const attributes = elementsOf(dataSet)
    .toSorted((one, other) => one.tag - other.tag)
    .map((element) => [keyOf(element.tag), attributeOf(dataSet, element, conversion, depth)] as const)
    .filter((entry): entry is readonly [string, JsonAttribute] => entry[1] !== null);
  return Object.fromEntries(attributes);
}

/** @throws DOES_NOT_FIT */
function attributeOf(
  dataSet: DataSet,
  element: Element,
  conversion: Conversion,
  depth: number,
): JsonAttribute | null {
  conversion.left.attributes -= 1;
  // A UN element of undefined length is a sequence (PS3.5, 6.2.2, note 4).
  const stated =
    element.vr === '' || element.vr === 'UN' ? vrOf(element.tag, conversion.isSigned) : element.vr;
  const vr = element.undefinedLength ? 'SQ' : stated;
  if (vr === 'SQ' && element.tag !== TAG.pixelData) {
    return depth < MAX_DEPTH ? sequenceOf(dataSet, element, conversion, depth) : null;
  }
  const bulkDataAt = depth === 0 ? conversion.bulkDataAt : null;
  const attribute = leafOf(dataSet, element, vr, conversion, bulkDataAt);
  const addressBytes = bulkDataAt && attribute?.BulkDataURI !== undefined ? ADDRESS_BYTES : 0;
  if (attribute)
    use(conversion.left, Buffer.byteLength(JSON.stringify(attribute)) + TAG_BYTES + addressBytes);
  return attribute;
}

function use(left: Limits, bytes: number): void {
  left.bytes -= bytes;
  if (left.bytes < 0 || left.attributes < 0) throw DOES_NOT_FIT;
}

function leafOf(
  dataSet: DataSet,
  element: Element,
  vr: string,
  { pixelsAt, decode }: Conversion,
  bulkDataAt: Conversion['bulkDataAt'],
): JsonAttribute | null {
  if (element.tag === TAG.pixelData) {
    return pixelsAt === null ? null : { vr: element.vr || 'OW', BulkDataURI: pixelsAt };
  }
  if (element.length === 0) return { vr };
  const value = dataSet.bytes.subarray(element.offset, element.offset + element.length);
  const elsewhere = bulkDataAt && { vr, BulkDataURI: bulkDataAt(keyOf(element.tag)) };
  if (value.length > MAX_TEXT_BYTES) return elsewhere;
  const values = jsonValues(vr, value, dataSet.elementEncoding.bigEndian, decode);
  if (values) return values.every((each) => each === null) ? { vr } : { vr, Value: values };
  return value.length > MAX_INLINE_BYTES ? elsewhere : { vr, InlineBinary: base64(value) };
}

/** @throws DOES_NOT_FIT */
function sequenceOf(
  dataSet: DataSet,
  element: Element,
  conversion: Conversion,
  depth: number,
): JsonAttribute {
  use(conversion.left, SEQUENCE_BYTES + TAG_BYTES);
  const items: JsonDataSet[] = [];
  for (const item of itemsOf(dataSet, element, tagsWithin(conversion.left.attributes + 1))) {
    use(conversion.left, ITEM_BYTES);
    items.push(dataSetJson(item, conversion, depth + 1));
  }
  return items.length === 0 ? { vr: 'SQ' } : { vr: 'SQ', Value: items };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/**
 * The bytes of an element of the top level, little endian; null if the file has no such element, or if it is a sequence or pixel data.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function bulkDataOf(bytes: Uint8Array, tag: number): Uint8Array | null {
  const opened = openFile(bytes, MAX_INFLATED_BYTES);
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, new Set([tag]));
  const element = dataSet.elements.get(tag);
  if (!element || element.undefinedLength || element.vr === 'SQ' || tag === TAG.pixelData) return null;
  const value = new Uint8Array(dataSet.bytes.subarray(element.offset, element.offset + element.length));
  const size = opened.elementEncoding.bigEndian ? (WORD_BYTES[element.vr] ?? 1) : 1;
  if (size > 1)
    for (let at = 0; at + size <= value.length; at += size) value.subarray(at, at + size).reverse();
  return value;
}

/** Bytes of one number, by the representations that consist of binary numbers (PS3.5, table 6.2-1). */
const WORD_BYTES: Record<string, number> = {
  OW: 2,
  US: 2,
  SS: 2,
  OL: 4,
  OF: 4,
  UL: 4,
  SL: 4,
  FL: 4,
  OD: 8,
  OV: 8,
  FD: 8,
  UV: 8,
  SV: 8,
};

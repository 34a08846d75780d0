import { inflateRawSync } from 'node:zlib';
import { type DataSet, type ElementEncoding, readElementHeader, readElements } from './elements.ts';
import { DicomProblem } from './problem.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';
import { textOf } from './values.ts';

const PREAMBLE_BYTES = 128;
const LITTLE_EXPLICIT: ElementEncoding = { explicit: true, bigEndian: false };
const META_TAGS = new Set<number>([
  TAG.transferSyntaxUID,
  TAG.mediaStorageSOPClassUID,
  TAG.mediaStorageSOPInstanceUID,
]);
/** Groups a data set may begin with: file meta, directory, identification, patient. */
const FIRST_GROUPS = [0x0002, 0x0004, 0x0008, 0x0010];

const hasMagic = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0x44 && bytes[at + 1] === 0x49 && bytes[at + 2] === 0x43 && bytes[at + 3] === 0x4d;

/** Where the elements begin: behind the preamble and `DICM` (PS3.10, 7.1), or at once when a device left them out. */
function startOf(bytes: Uint8Array): number {
  if (hasMagic(bytes, PREAMBLE_BYTES)) return PREAMBLE_BYTES + 4;
  return hasMagic(bytes, 0) ? 4 : 0;
}

/** The grammar a data set is really written in, told from its first element: transfer syntaxes are sometimes wrong. */
function grammarAt(bytes: Uint8Array, at: number): ElementEncoding | null {
  for (const bigEndian of [false, true]) {
    const element = readElementHeader(bytes, at, { explicit: true, bigEndian });
    if (!element) return null;
    if (!FIRST_GROUPS.includes(Math.floor(element.tag / 0x10000))) continue;
    const fits = element.undefinedLength || element.offset + element.length <= bytes.length;
    if (fits) return { explicit: element.vr !== '', bigEndian };
  }
  return null;
}

/** Whether the bytes look like DICOM: the magic word, or two plausible element headers in ascending order. */
export function isDicom(bytes: Uint8Array): boolean {
  const at = startOf(bytes);
  if (at > 0) return true;
  const grammar = grammarAt(bytes, 0);
  const first = grammar && readElementHeader(bytes, 0, grammar);
  if (!grammar || !first || first.undefinedLength) return false;
  const next = readElementHeader(bytes, first.offset + first.length, grammar);
  const nextGroup = next ? Math.floor(next.tag / 0x10000) : 0;
  return next !== null && next.tag > first.tag && nextGroup <= 0x0028;
}

/** A file opened: its transfer syntax, the bytes that hold the data set (inflated when need be) and where it begins. */
export type OpenedFile = {
  transferSyntaxUID: string;
  meta: DataSet;
  bytes: Uint8Array;
  from: number;
  elementEncoding: ElementEncoding;
  /** Where the deflated part of the file begins, when there is one. */
  deflatedFrom: number | null;
  warnings: string[];
};

/**
 * Reads the file meta information (PS3.10, 7.1) and settles how the data set behind it is written.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function openFile(file: Uint8Array, maxInflatedBytes: number): OpenedFile {
  if (!isDicom(file)) throw new DicomProblem('not-dicom', 'neither the word DICM nor plausible elements');
  const range = { from: startOf(file), to: file.length };
  // The group length is not trusted: some writers count it wrongly or leave it out.
  const walk = readElements(file, range, LITTLE_EXPLICIT, META_TAGS, (tag) => tag > 0x0002ffff);
  const declared = textOf(walk.dataSet, TAG.transferSyntaxUID);
  const warnings = [...walk.warnings];
  const meta = walk.dataSet;
  const deflated = declared === TRANSFER_SYNTAX.deflatedLittleEndian;
  const deflatedFrom = deflated ? walk.end : null;
  const bytes = dataSetBytes(file, deflatedFrom, maxInflatedBytes);
  const from = deflated ? 0 : walk.end;
  const grammar = grammarAt(bytes, from) ?? grammarOf(declared);
  const transferSyntaxUID = declared ?? transferSyntaxOf(grammar);
  if (!declared) warnings.push('no transfer syntax: it was told from the first element');
  else if (!sameGrammar(grammar, grammarOf(declared))) {
    warnings.push('the elements are not written as the transfer syntax says');
  }
  return {
    transferSyntaxUID,
    meta,
    bytes,
    from,
    elementEncoding: grammar,
    deflatedFrom: deflated ? walk.end : null,
    warnings,
  };
}

const sameGrammar = (one: ElementEncoding, other: ElementEncoding) =>
  one.explicit === other.explicit && one.bigEndian === other.bigEndian;

const grammarOf = (transferSyntaxUID: string | null): ElementEncoding => ({
  explicit: transferSyntaxUID !== TRANSFER_SYNTAX.implicitLittleEndian,
  bigEndian: transferSyntaxUID === TRANSFER_SYNTAX.explicitBigEndian,
});

function transferSyntaxOf({ explicit, bigEndian }: ElementEncoding): string {
  if (bigEndian) return TRANSFER_SYNTAX.explicitBigEndian;
  return explicit ? TRANSFER_SYNTAX.explicitLittleEndian : TRANSFER_SYNTAX.implicitLittleEndian;
}

/** A gigabyte: no deflated study slice comes near it, and a child process with a memory limit survives it. */
export const MAX_INFLATED_BYTES = 2 ** 30;

/** Frames of one file are asked for one after another: it is inflated once as long as anyone holds it. */
const inflatedFiles = new WeakMap<Uint8Array, Uint8Array>();

/** The bytes that offsets of a data set count in: the file's own, or what its deflated part holds. */
export function dataSetBytes(
  file: Uint8Array,
  deflatedFrom: number | null,
  maxBytes = MAX_INFLATED_BYTES,
): Uint8Array {
  if (deflatedFrom === null) return file;
  const bytes = inflatedFiles.get(file) ?? inflate(file.subarray(deflatedFrom), maxBytes);
  inflatedFiles.set(file, bytes);
  return bytes;
}

/** The deflated data set (PS3.5, A.5), never more than the bytes allowed. */
function inflate(deflated: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return inflateRawSync(deflated, { maxOutputLength: maxBytes });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    if (tooLarge) throw new DicomProblem('inflated-too-large', `more than ${maxBytes} bytes when inflated`);
    throw new DicomProblem('damaged-header', 'the deflated data set cannot be inflated');
  }
}

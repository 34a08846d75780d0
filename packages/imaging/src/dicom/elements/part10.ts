import { inflateRaw } from '#platform';
import { type DataSet, type ElementEncoding, readElements } from './elements.ts';
import { DicomProblem } from './problem.ts';
import { detectEncoding, isDicom, startOf } from './start.ts';
import { TAG } from './tags.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';
import { textOf } from './values.ts';

const LITTLE_EXPLICIT: ElementEncoding = { explicit: true, bigEndian: false };
const META_TAGS = new Set<number>([
  TAG.transferSyntaxUID,
  TAG.mediaStorageSOPClassUID,
  TAG.mediaStorageSOPInstanceUID,
]);

/**
 * A file after its meta information was read; the data set begins at `from` in `bytes`, which are inflated if
 * needed.
 */
type OpenedFile = {
  transferSyntaxUID: string;
  meta: DataSet;
  bytes: Uint8Array;
  from: number;
  elementEncoding: ElementEncoding;
  /** Offset of the deflated data set in the file; null if it is not deflated. */
  deflatedFrom: number | null;
  warnings: string[];
};

/**
 * Reads the file meta information (PS3.10, 7.1) and determines the encoding of the data set that follows it.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function openFile(file: Uint8Array, maxInflatedBytes: number): OpenedFile {
  if (!isDicom(file)) throw new DicomProblem('not-dicom', 'neither the prefix DICM nor plausible elements');
  const range = { from: startOf(file), to: file.length };
  // The group length is not used: some writers compute it wrongly or omit it.
  const metaElements = readElements(file, range, LITTLE_EXPLICIT, META_TAGS, (tag) => tag > 0x0002ffff);
  const { dataSet: meta, end } = metaElements;
  const declared = textOf(meta, TAG.transferSyntaxUID);
  const warnings = [...metaElements.warnings];
  const deflated = declared === TRANSFER_SYNTAX.deflatedLittleEndian;
  const deflatedFrom = deflated ? end : null;
  const bytes = dataSetBytes(file, deflatedFrom, maxInflatedBytes);
  const from = deflated ? 0 : end;
  const encoding = detectEncoding(bytes, from) ?? encodingOf(declared);
  const transferSyntaxUID = declared ?? transferSyntaxOf(encoding);
  if (!declared) warnings.push('no transfer syntax UID: the encoding was detected from the first element');
  else if (!sameEncoding(encoding, encodingOf(declared))) {
    warnings.push('the elements are not encoded in the stated transfer syntax');
  }
  return {
    transferSyntaxUID,
    meta,
    bytes,
    from,
    elementEncoding: encoding,
    deflatedFrom,
    warnings,
  };
}

const sameEncoding = (one: ElementEncoding, other: ElementEncoding) =>
  one.explicit === other.explicit && one.bigEndian === other.bigEndian;

const encodingOf = (transferSyntaxUID: string | null): ElementEncoding => ({
  explicit: transferSyntaxUID !== TRANSFER_SYNTAX.implicitLittleEndian,
  bigEndian: transferSyntaxUID === TRANSFER_SYNTAX.explicitBigEndian,
});

function transferSyntaxOf({ explicit, bigEndian }: ElementEncoding): string {
  if (bigEndian) return TRANSFER_SYNTAX.explicitBigEndian;
  return explicit ? TRANSFER_SYNTAX.explicitLittleEndian : TRANSFER_SYNTAX.implicitLittleEndian;
}

/** 1 GiB: far above any deflated slice, and within the memory limit of a parser process. */
export const MAX_INFLATED_BYTES = 2 ** 30;

/**
 * Inflated bytes by file, so that reading all frames of a file inflates it once; freed together with the
 * file's bytes.
 */
const inflatedFiles = new WeakMap<Uint8Array, Uint8Array>();

/**
 * The bytes to which the offsets of a data set refer: the file, or its inflated data set.
 * @throws DicomProblem `inflated-too-large`, `damaged-header`
 */
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

/** Inflates a deflated data set (PS3.5, A.5), at most `maxBytes`. */
function inflate(deflated: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return inflateRaw(deflated, maxBytes);
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    if (tooLarge) throw new DicomProblem('inflated-too-large', `more than ${maxBytes} bytes when inflated`);
    throw new DicomProblem('damaged-header', 'the deflated data set cannot be inflated');
  }
}

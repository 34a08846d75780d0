import { open } from 'node:fs/promises';
import zlib from 'node:zlib';
import { type JsonAttribute, type JsonDataSet, jsonModel } from '@snimok/imaging/dicom/elements/json-model';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { decodedColourModel } from '@snimok/imaging/dicom/pixels/pixels';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import type { EntryRange } from '../../platform/zip/zip-content.ts';
import { append } from '../renditions/append.ts';
import { type FileMetadata, type MetadataTask, STEP_DATE } from './tasks.ts';

/**
 * Growing prefixes of a file to try. Headers take some kilobytes, or some hundred kilobytes in enhanced multi-frame
 * objects, so most files need only the first size.
 */
const PREFIX_SIZES_BYTES = [64 * 1024, 1024 ** 2, 64 * 1024 ** 2];
const MAX_INFLATED_BYTES = 256 * 1024 ** 2;

/** The attributes of series and instances that DICOMweb searches return from the file, by tag (PS3.6). */
const SEARCHED = [
  '00080016', // SOP Class UID
  '00080060', // Modality
  '0008103E', // Series Description
  '00200011', // Series Number
  '00200013', // Instance Number
  '00280008', // Number of Frames
  '00280010', // Rows
  '00280011', // Columns
  '00280100', // Bits Allocated
];
const REQUEST_ATTRIBUTES = '00400275';
/** Kept from each item of Request Attributes Sequence: Scheduled Procedure Step ID and Requested Procedure ID. */
const IN_REQUEST = ['00400009', '00401001'];
/** Performed Procedure Step Start Date and Time: also kept without a value, so that `expireOutdated` recognises older rows. */
const STEP: [tag: string, vr: string][] = [
  [STEP_DATE, 'DA'],
  ['00400245', 'TM'],
];
const PHOTOMETRIC_INTERPRETATION = '00280004';
const PLANAR_CONFIGURATION = '00280006';
/** Longer than any valid value of these attributes: a longer one is left out. */
const MAX_SEARCHED_BYTES = 512;
/** An image that was requested several times has two or three. */
const MAX_REQUESTS = 4;

/** Appends the metadata of one file to the working file; null for a file that is not DICOM or cannot be read. */
export const readMetadata = async ({
  path,
  entry,
  out,
  maxBytes,
}: MetadataTask): Promise<FileMetadata | null> => {
  const header = await readHeader(path, entry, maxBytes);
  if (!header) return null;
  const { model, ...facts } = header;
  const [piece] = await append(out, [Buffer.from(JSON.stringify(model))]);
  if (!piece) throw new Error('no metadata were written');
  return { ...facts, attributes: searchedIn(model), offset: piece.offset, bytes: piece.length };
};

type Header = Omit<FileMetadata, 'attributes' | 'offset' | 'bytes'> & { model: JsonDataSet };

const readHeader = async (path: string, entry: EntryRange, maxBytes: number): Promise<Header | null> => {
  const object = await open(path, 'r');
  try {
    for (const prefixBytes of PREFIX_SIZES_BYTES) {
      const readBytes = Math.min(prefixBytes, entry.compressedBytes);
      const isWhole = readBytes === entry.compressedBytes;
      const { buffer } = await object.read(Buffer.alloc(readBytes), 0, readBytes, entry.offset);
      const bytes = entry.method === 'stored' ? buffer : inflatePrefix(buffer);
      if (!bytes || !isDicom(bytes)) return null;
      const header = headerIn(bytes, isWhole, maxBytes);
      if (header !== 'incomplete') return header;
    }
    return null;
  } finally {
    await object.close();
  }
};

/** The bytes that a prefix of a deflate stream decompresses to; null when it is not a deflate stream. */
const inflatePrefix = (deflated: Buffer): Buffer | null => {
  try {
    return zlib.inflateRawSync(deflated, {
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_INFLATED_BYTES,
    });
  } catch {
    return null;
  }
};

/** `incomplete` if the header continues after these bytes; null if the file cannot be read or has no UID. */
const headerIn = (bytes: Buffer, isWhole: boolean, maxBytes: number): Header | null | 'incomplete' => {
  try {
    const file = readDicom(bytes);
    // pixel data is the last element that matters: once it begins, the header is complete
    if (!file.hasPixelData && !isWhole) return 'incomplete';
    if (!file.sopInstanceUID) return null;
    return {
      sopInstanceUID: file.sopInstanceUID,
      seriesInstanceUID: file.seriesInstanceUID ?? '',
      transferSyntaxUID: /^[0-9.]{1,64}$/.test(file.transferSyntaxUID) ? file.transferSyntaxUID : '',
      instanceNumber: file.instanceNumber ?? 0,
      frames: Math.min(file.numberOfFrames, 2 ** 31 - 1),
      hasPixels: file.hasPixelData,
      dates: file.dates,
      model: describingDecoded(
        jsonModel(bytes, { pixelsAt: null, bulkDataAt: (tag) => tag, maxBytes }),
        file,
      ),
    };
  } catch (cause) {
    if (!(cause instanceof DicomProblem)) throw cause;
    return isWhole ? null : 'incomplete';
  }
};

/**
 * Frames are transferred uncompressed, interleaved and with full chrominance, so the metadata name the colour model of
 * the decoded frames: a client computes the length of a frame from it.
 */
const describingDecoded = (model: JsonDataSet, file: DicomFile): JsonDataSet => {
  const decoded = decodedColourModel(file);
  if (!decoded || !file.hasPixelData) return model;
  const attributes: JsonDataSet = {
    [PHOTOMETRIC_INTERPRETATION]: { vr: 'CS', Value: [decoded.photometricInterpretation] },
    [PLANAR_CONFIGURATION]: { vr: 'US', Value: [decoded.planarConfiguration] },
  };
  // no attribute is added, so the order of the tags and the limit of the size hold
  return Object.fromEntries(Object.entries(model).map(([tag, value]) => [tag, attributes[tag] ?? value]));
};

const searchedIn = (model: JsonDataSet): string => {
  const found = SEARCHED.flatMap((tag) => {
    const attribute = fitting(model[tag]);
    return attribute ? [[tag, attribute] as const] : [];
  });
  const step = STEP.map(([tag, vr]) => [tag, fitting(model[tag]) ?? { vr }] as const);
  const request = fitting(requestIn(model[REQUEST_ATTRIBUTES]));
  return JSON.stringify(
    Object.fromEntries([...found, ...step, ...(request ? [[REQUEST_ATTRIBUTES, request] as const] : [])]),
  );
};

const requestIn = (sequence: JsonAttribute | undefined): JsonAttribute | undefined =>
  sequence?.Value && {
    vr: 'SQ',
    Value: (sequence.Value as JsonDataSet[])
      .slice(0, MAX_REQUESTS)
      .map((item) => Object.fromEntries(IN_REQUEST.flatMap((tag) => (item[tag] ? [[tag, item[tag]]] : [])))),
  };

const fitting = (attribute: JsonAttribute | undefined): JsonAttribute | undefined =>
  attribute && JSON.stringify(attribute).length <= MAX_SEARCHED_BYTES ? attribute : undefined;

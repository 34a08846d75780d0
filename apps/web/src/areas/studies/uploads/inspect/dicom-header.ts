import { textDecoder } from '@snimok/imaging/dicom/elements/character-sets';
import { type DataSet, type ElementEncoding, readElements } from '@snimok/imaging/dicom/elements/elements';
import { readableName } from '@snimok/imaging/dicom/person-name';
import { detectEncoding, isDicom, startOf } from '@snimok/imaging/dicom/elements/start';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { dayOf, numberOf, textOf, textsOf, uidOf } from '@snimok/imaging/dicom/elements/values';

/** Identifies an image, to recognise one that was uploaded before. */
export interface DicomInstance {
  studyUID: string;
  instanceUID: string;
}

export interface DicomHeader {
  patientName: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  sex: 'male' | 'female' | null;
  /** YYYY-MM-DD */
  takenOn: string | null;
  /** referring physician and institution, as far as given */
  clientNames: string[];
  modality: string | null;
  studyUID: string | null;
  seriesUID: string | null;
  /** null without valid UIDs */
  instance: DicomInstance | null;
  /** number of frames; 0 for a file without pixel data, for example a directory or a report */
  frameCount: number;
  /** false when the bytes ended before the header */
  isComplete: boolean;
}

const READ_TAGS = new Set<number>([
  TAG.specificCharacterSet,
  TAG.sopInstanceUID,
  TAG.studyDate,
  TAG.modality,
  TAG.institutionName,
  TAG.referringPhysicianName,
  TAG.patientName,
  TAG.patientBirthDate,
  TAG.patientSex,
  TAG.studyInstanceUID,
  TAG.seriesInstanceUID,
  TAG.numberOfFrames,
  TAG.rows,
]);
const META_TAGS = new Set<number>([TAG.transferSyntaxUID, TAG.mediaStorageSOPInstanceUID]);
const EXPLICIT: ElementEncoding = { explicit: true, bigEndian: false };

/**
 * Reads the header from the beginning of a file; null when the bytes are not DICOM. The reader that the
 * server uses is too large for the page.
 */
export function readDicomHeader(bytes: Uint8Array): DicomHeader | null {
  if (!isDicom(bytes)) return null;
  const from = startOf(bytes);
  const to = bytes.length;
  const meta = readElements(bytes, { from, to }, EXPLICIT, META_TAGS, (tag) => tag > 0x0002ffff);
  const transferSyntax = textOf(meta.dataSet, TAG.transferSyntaxUID);
  if (transferSyntax === TRANSFER_SYNTAX.deflatedLittleEndian) return DEFLATED_HEADER;

  const encoding = detectEncoding(bytes, meta.end) ?? EXPLICIT;
  const { dataSet, end } = readElements(
    bytes,
    { from: meta.end, to },
    encoding,
    READ_TAGS,
    (tag) => tag > TAG.rows,
  );
  const decode = textDecoder(textsOf(dataSet, TAG.specificCharacterSet), () => {});
  const name = textOf(dataSet, TAG.patientName, decode);
  const rows = numberOf(dataSet, TAG.rows, 'US');
  return {
    patientName: name === null ? null : readableName(name),
    birthday: dayOf(dataSet, TAG.patientBirthDate),
    sex: SEXES[textOf(dataSet, TAG.patientSex)?.toUpperCase() ?? ''] ?? null,
    takenOn: dayOf(dataSet, TAG.studyDate),
    clientNames: clientNamesOf(dataSet, decode),
    modality: textOf(dataSet, TAG.modality)?.toUpperCase() ?? null,
    studyUID: textOf(dataSet, TAG.studyInstanceUID),
    seriesUID: textOf(dataSet, TAG.seriesInstanceUID),
    instance: instanceOf(dataSet, meta.dataSet),
    frameCount: rows ? Math.max(1, numberOf(dataSet, TAG.numberOfFrames, 'IS') ?? 1) : 0,
    isComplete: rows !== null || end < to - 12,
  };
}

/** PS3.3, C.7.1.1: `O` (other) and anything else say nothing. */
const SEXES: Record<string, 'male' | 'female'> = { M: 'male', F: 'female' };

/** As the server reads it. */
function instanceOf(dataSet: DataSet, meta: DataSet): DicomInstance | null {
  const studyUID = uidOf(dataSet, TAG.studyInstanceUID);
  const instanceUID = uidOf(dataSet, TAG.sopInstanceUID) ?? uidOf(meta, TAG.mediaStorageSOPInstanceUID);
  return studyUID !== null && instanceUID !== null ? { studyUID, instanceUID } : null;
}

function clientNamesOf(dataSet: DataSet, decode: ReturnType<typeof textDecoder>): string[] {
  const physician = textOf(dataSet, TAG.referringPhysicianName, decode);
  const institution = textOf(dataSet, TAG.institutionName, decode);
  return [physician && readableName(physician), institution].flatMap((name) => name || []);
}

/** The header of a file with a deflated data set, which is not read and counts as one frame. */
const DEFLATED_HEADER: DicomHeader = {
  patientName: null,
  birthday: null,
  sex: null,
  takenOn: null,
  clientNames: [],
  modality: null,
  studyUID: null,
  seriesUID: null,
  instance: null,
  frameCount: 1,
  isComplete: true,
};

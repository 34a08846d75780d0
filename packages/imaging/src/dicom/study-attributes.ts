import { textDecoder } from './elements/character-sets.ts';
import { readElements } from './elements/elements.ts';
import { MAX_INFLATED_BYTES, openFile } from './elements/part10.ts';
import { TAG } from './elements/tags.ts';
import { textOf, textsOf, uidOf } from './elements/values.ts';
import { readableName } from './person-name.ts';

/** What a file, or the answer of an archive to a search, says of its study. Null: absent or empty. */
export type StudyAttributes = {
  sopClassUID: string | null;
  sopInstanceUID: string | null;
  studyInstanceUID: string | null;
  seriesInstanceUID: string | null;
  /** for display, such as «Иванов Иван Иванович» */
  patientName: string | null;
  patientID: string | null;
  /** as written */
  birthDate: string | null;
  sex: string | null;
  studyDate: string | null;
  studyTime: string | null;
  accessionNumber: string | null;
  /** for display */
  referringPhysician: string | null;
  description: string | null;
  /** of the file or series, and of the whole study */
  modalities: string[];
  /** Number of Study Related Instances, which only answers to searches have */
  instanceCount: number | null;
};

/** The attributes of a study that only answers to searches have (PS3.4, table C.6-5). */
export const SEARCH_TAG = {
  modalitiesInStudy: 0x00080061,
  instancesInStudy: 0x00201208,
} as const;

const TAGS = new Set<number>([
  TAG.specificCharacterSet,
  TAG.sopClassUID,
  TAG.sopInstanceUID,
  TAG.studyInstanceUID,
  TAG.seriesInstanceUID,
  TAG.patientName,
  TAG.patientID,
  TAG.patientBirthDate,
  TAG.patientSex,
  TAG.studyDate,
  TAG.studyTime,
  TAG.accessionNumber,
  TAG.referringPhysicianName,
  TAG.studyDescription,
  TAG.modality,
  ...Object.values(SEARCH_TAG),
]);
/** The last attribute that is read. */
const LAST = SEARCH_TAG.instancesInStudy;
const MAX_TEXT_LENGTH = 512;
const MAX_MODALITIES = 32;

/**
 * Reads the attributes of the study from a file or its beginning.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`; no other errors
 */
export function readStudyAttributes(
  bytes: Uint8Array,
  { maxInflatedBytes = MAX_INFLATED_BYTES }: { maxInflatedBytes?: number } = {},
): StudyAttributes {
  const opened = openFile(bytes, maxInflatedBytes);
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, TAGS, (tag) => tag > LAST);
  const decode = textDecoder(textsOf(dataSet, TAG.specificCharacterSet), () => {});
  const text = (tag: number) => textOf(dataSet, tag, decode)?.slice(0, MAX_TEXT_LENGTH) ?? null;
  const name = (tag: number) => {
    const value = text(tag);
    return value === null ? null : readableName(value);
  };
  const modalities = [TAG.modality, SEARCH_TAG.modalitiesInStudy].flatMap((tag) => textsOf(dataSet, tag));
  return {
    sopClassUID: uidOf(dataSet, TAG.sopClassUID) ?? uidOf(opened.meta, TAG.mediaStorageSOPClassUID),
    sopInstanceUID: uidOf(dataSet, TAG.sopInstanceUID) ?? uidOf(opened.meta, TAG.mediaStorageSOPInstanceUID),
    studyInstanceUID: uidOf(dataSet, TAG.studyInstanceUID),
    seriesInstanceUID: uidOf(dataSet, TAG.seriesInstanceUID),
    patientName: name(TAG.patientName),
    patientID: text(TAG.patientID),
    birthDate: text(TAG.patientBirthDate),
    sex: text(TAG.patientSex),
    studyDate: text(TAG.studyDate),
    studyTime: text(TAG.studyTime),
    accessionNumber: text(TAG.accessionNumber),
    referringPhysician: name(TAG.referringPhysicianName),
    description: text(TAG.studyDescription),
    modalities: modalitiesOf(modalities),
    instanceCount: countOf(text(SEARCH_TAG.instancesInStudy)),
  };
}

/** Each once, in capitals. */
export const modalitiesOf = (texts: readonly string[]): string[] => {
  const codes = texts.map((text) => text.toUpperCase().slice(0, 16)).filter((code) => code !== '');
  return [...new Set(codes)].slice(0, MAX_MODALITIES);
};

/** A number that a system writes as text; null if it is none. */
export const countOf = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

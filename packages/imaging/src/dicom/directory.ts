import { TAG } from './elements/tags.ts';
import { TRANSFER_SYNTAX } from './elements/transfer-syntax.ts';
import { type ElementToWrite, encode, fileHead } from './elements/write.ts';

/** One image file of a file-set. */
export type DirectoryImage = {
  /** Its path: at most eight components of at most eight characters A–Z, 0–9 and _ (PS3.10, 8.2 and 8.5). */
  fileID: readonly string[];
  sopClassUID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
  instanceNumber: number;
};

export type DirectorySeries = {
  seriesInstanceUID: string;
  modality: string;
  seriesNumber: number;
  images: readonly DirectoryImage[];
};

export type DirectoryStudy = {
  studyInstanceUID: string;
  /** YYYYMMDD */
  date: string;
  /** HHMMSS, with or without a fraction */
  time: string;
  description: string;
  id: string;
  accessionNumber: string;
  series: readonly DirectorySeries[];
};

export type DirectoryPatient = {
  /** As in the files, with `^` between the components. */
  name: string;
  id: string;
  studies: readonly DirectoryStudy[];
};

/** Attributes that only a DICOMDIR has (PS3.6, section 6); readers of images do not need them. */
export const DIRECTORY_TAG = {
  fileSetID: 0x00041130,
  firstRootRecord: 0x00041200,
  lastRootRecord: 0x00041202,
  fileSetConsistency: 0x00041212,
  directoryRecordSequence: 0x00041220,
  nextRecord: 0x00041400,
  recordInUse: 0x00041410,
  lowerRecord: 0x00041420,
  recordType: 0x00041430,
  referencedFileID: 0x00041500,
  referencedSOPClassInFile: 0x00041510,
  referencedSOPInstanceInFile: 0x00041511,
  referencedTransferSyntaxInFile: 0x00041512,
} as const;

export const MEDIA_STORAGE_DIRECTORY = '1.2.840.10008.1.3.10';
/** Tag, VR and length of a sequence in explicit VR; tag and length of an item (PS3.5, 7.1.2 and 7.5.1). */
const SEQUENCE_HEADER_BYTES = 12;
const ITEM_HEADER_BYTES = 8;
const IN_USE = 0xffff;

/** A directory record, with the records of the next lower level. */
type DirectoryRecord = { keys: readonly ElementToWrite[]; type: string; lower: readonly DirectoryRecord[] };
/** A record in the order of the file, with the indices of those to which its offsets point. */
type PlacedRecord = { record: DirectoryRecord; next: number | null; lower: number | null };

/**
 * A DICOMDIR (PS3.3, annex F; PS3.10, 8.6) for the given images. The text is in UTF-8, which each record states.
 * @param fileSetID at most 16 characters A–Z, 0–9 and _
 */
export function writeDirectory(
  patients: readonly DirectoryPatient[],
  { fileSetID, sopInstanceUID }: { fileSetID: string; sopInstanceUID: string },
): Uint8Array<ArrayBuffer> {
  const head = fileHead({
    sopClassUID: MEDIA_STORAGE_DIRECTORY,
    sopInstanceUID,
    transferSyntaxUID: TRANSFER_SYNTAX.explicitLittleEndian,
  });
  const roots = patients.map(recordOfPatient);
  const placed = placeRecords(roots);
  const dataSet = (offsets: readonly number[]) => [
    ...fileSet(fileSetID, roots.length, placed, offsets),
    [DIRECTORY_TAG.directoryRecordSequence, 'SQ', placed.map((one) => elementsOf(one, offsets))] as const,
  ];
  // an offset has a fixed length, so the length of a record is known before its offsets
  const none: number[] = [];
  const before = head.length + encode(fileSet(fileSetID, roots.length, placed, none)).length;
  let at = before + SEQUENCE_HEADER_BYTES;
  const offsets = placed.map((one) => {
    const offset = at;
    at += ITEM_HEADER_BYTES + encode(elementsOf(one, none)).length;
    return offset;
  });
  const body = encode(dataSet(offsets));
  const file = new Uint8Array(head.length + body.length);
  file.set(head);
  file.set(body, head.length);
  return file;
}

/** Depth first: each record before those of its lower level. */
function placeRecords(roots: readonly DirectoryRecord[]): PlacedRecord[] {
  const placed: PlacedRecord[] = [];
  const placeLevel = (records: readonly DirectoryRecord[]): void => {
    let previous: PlacedRecord | null = null;
    for (const record of records) {
      const index = placed.length;
      if (previous) previous.next = index;
      previous = { record, next: null, lower: record.lower.length > 0 ? index + 1 : null };
      placed.push(previous);
      placeLevel(record.lower);
    }
  };
  placeLevel(roots);
  return placed;
}

/** File-set identification, and the offsets of the first and the last root record (PS3.3, F.3.2.1 and F.3.2.2). */
function fileSet(
  fileSetID: string,
  rootCount: number,
  placed: readonly PlacedRecord[],
  offsets: readonly number[],
): ElementToWrite[] {
  const last = placed.findLastIndex(({ record }) => record.type === 'PATIENT');
  return [
    [DIRECTORY_TAG.fileSetID, 'CS', fileSetID],
    [DIRECTORY_TAG.firstRootRecord, 'UL', rootCount > 0 ? (offsets[0] ?? 0) : 0],
    [DIRECTORY_TAG.lastRootRecord, 'UL', offsets[last] ?? 0],
    [DIRECTORY_TAG.fileSetConsistency, 'US', 0],
  ];
}

function elementsOf({ record, next, lower }: PlacedRecord, offsets: readonly number[]): ElementToWrite[] {
  const offsetOf = (index: number | null) => (index === null ? 0 : (offsets[index] ?? 0));
  return [
    [DIRECTORY_TAG.nextRecord, 'UL', offsetOf(next)],
    [DIRECTORY_TAG.recordInUse, 'US', IN_USE],
    [DIRECTORY_TAG.lowerRecord, 'UL', offsetOf(lower)],
    [DIRECTORY_TAG.recordType, 'CS', record.type],
    [TAG.specificCharacterSet, 'CS', 'ISO_IR 192'],
    ...record.keys,
  ];
}

const recordOfPatient = ({ name, id, studies }: DirectoryPatient): DirectoryRecord => ({
  type: 'PATIENT',
  keys: [
    [TAG.patientName, 'PN', name],
    [TAG.patientID, 'LO', id],
  ],
  lower: studies.map(recordOfStudy),
});

const recordOfStudy = (study: DirectoryStudy): DirectoryRecord => ({
  type: 'STUDY',
  keys: [
    [TAG.studyDate, 'DA', study.date],
    [TAG.studyTime, 'TM', study.time],
    [TAG.accessionNumber, 'SH', study.accessionNumber],
    [TAG.studyDescription, 'LO', study.description],
    [TAG.studyInstanceUID, 'UI', study.studyInstanceUID],
    [TAG.studyID, 'SH', study.id],
  ],
  lower: study.series.map(recordOfSeries),
});

const recordOfSeries = (series: DirectorySeries): DirectoryRecord => ({
  type: 'SERIES',
  keys: [
    [TAG.modality, 'CS', series.modality],
    [TAG.seriesInstanceUID, 'UI', series.seriesInstanceUID],
    [TAG.seriesNumber, 'IS', series.seriesNumber],
  ],
  lower: series.images.map(recordOfImage),
});

const recordOfImage = (image: DirectoryImage): DirectoryRecord => ({
  type: 'IMAGE',
  keys: [
    [DIRECTORY_TAG.referencedFileID, 'CS', image.fileID.join('\\')],
    [DIRECTORY_TAG.referencedSOPClassInFile, 'UI', image.sopClassUID],
    [DIRECTORY_TAG.referencedSOPInstanceInFile, 'UI', image.sopInstanceUID],
    [DIRECTORY_TAG.referencedTransferSyntaxInFile, 'UI', image.transferSyntaxUID],
    [TAG.instanceNumber, 'IS', image.instanceNumber],
  ],
  lower: [],
});

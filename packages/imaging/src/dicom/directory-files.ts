import { type DataSet, itemsOf, readElements } from './elements/elements.ts';
import { MAX_INFLATED_BYTES, openFile } from './elements/part10.ts';
import { TAG } from './elements/tags.ts';
import { textOf, textsOf, uidOf } from './elements/values.ts';
import { DIRECTORY_TAG, MEDIA_STORAGE_DIRECTORY } from './directory.ts';

/** A file that a DICOMDIR names. */
export type DirectoryFile = {
  /** The path below the folder of the DICOMDIR, in components. */
  fileID: string[];
  sopInstanceUID: string | null;
  seriesInstanceUID: string;
  studyInstanceUID: string;
};

const RECORD_TAGS = new Set<number>([
  DIRECTORY_TAG.recordType,
  DIRECTORY_TAG.referencedFileID,
  DIRECTORY_TAG.referencedSOPInstanceInFile,
  TAG.studyInstanceUID,
  TAG.seriesInstanceUID,
]);
const TAGS = new Set<number>([DIRECTORY_TAG.directoryRecordSequence]);
const MAX_FILES = 200_000;

/**
 * The files that a DICOMDIR names (PS3.3, annex F). Null if the file is no DICOMDIR, or if its records are not in the order of
 * their levels. Then only the offsets, which many writers compute wrongly, would say to which study a file belongs.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`
 */
export function readDirectoryFiles(bytes: Uint8Array): DirectoryFile[] | null {
  const opened = openFile(bytes, MAX_INFLATED_BYTES);
  if (uidOf(opened.meta, TAG.mediaStorageSOPClassUID) !== MEDIA_STORAGE_DIRECTORY) return null;
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet } = readElements(opened.bytes, range, opened.elementEncoding, TAGS);
  const sequence = dataSet.elements.get(DIRECTORY_TAG.directoryRecordSequence);
  if (!sequence) return null;
  const files: DirectoryFile[] = [];
  const place = new Place();
  for (const record of itemsOf(dataSet, sequence, RECORD_TAGS)) {
    if (!place.enter(record)) return null;
    const fileID = textsOf(record, DIRECTORY_TAG.referencedFileID);
    const { study: studyInstanceUID, series: seriesInstanceUID } = place;
    if (fileID.length === 0 || studyInstanceUID === null || seriesInstanceUID === null) continue;
    const sopInstanceUID = uidOf(record, DIRECTORY_TAG.referencedSOPInstanceInFile);
    files.push({ fileID, sopInstanceUID, seriesInstanceUID, studyInstanceUID });
    if (files.length > MAX_FILES) return null;
  }
  return files;
}

/** The study and series to which the following records of files belong. */
class Place {
  study: string | null = null;
  series: string | null = null;
  /** the level of the last record, if records that it contains must follow */
  #open: 'STUDY' | 'SERIES' | null = null;

  /** Returns false if records inside the last study or series are missing: this record is not on a lower level. */
  enter(record: DataSet): boolean {
    const type = textOf(record, DIRECTORY_TAG.recordType);
    const isUpper = type === 'PATIENT' || type === 'STUDY';
    if (this.#open !== null && (isUpper || (type === 'SERIES' && this.#open === 'SERIES'))) return false;
    this.#open = type === 'STUDY' || type === 'SERIES' ? type : null;
    if (type === 'STUDY') this.study = uidOf(record, TAG.studyInstanceUID);
    if (type === 'PATIENT') this.study = null;
    if (isUpper) this.series = null;
    if (type === 'SERIES') this.series = uidOf(record, TAG.seriesInstanceUID);
    return true;
  }
}

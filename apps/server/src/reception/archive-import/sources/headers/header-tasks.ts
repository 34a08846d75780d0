import type { DirectoryFile } from '@snimok/imaging/dicom/directory-files';
import type { StudyAttributes } from '@snimok/imaging/dicom/study-attributes';

/** The beginning of one file, as a range of the file that the task names. */
interface HeadRange {
  offset: number;
  length: number;
  /** whether the range is only the beginning of its file */
  isCut: boolean;
}

/** The messages to the parser process of an import, and its answers. */
export type HeaderTask =
  | { task: 'heads'; path: string; heads: HeadRange[] }
  /** data sets without file meta information, as a network sends them */
  | { task: 'identifiers'; path: string; transferSyntaxUID: string; ranges: Omit<HeadRange, 'isCut'>[] }
  | { task: 'directory'; path: string };

export type Header =
  | { kind: 'dicom'; attributes: StudyAttributes }
  /** a DICOMDIR */
  | { kind: 'directory' }
  /** JPEG, PNG or TIFF */
  | { kind: 'image' }
  | { kind: 'zip' }
  | { kind: 'other' }
  /** the beginning of a DICOM file that is too short for its UIDs */
  | { kind: 'cut' }
  | { kind: 'broken' };

export type HeaderReply =
  | { headers: Header[] }
  | { identifiers: (StudyAttributes | null)[] }
  | { directory: DirectoryFile[] | null }
  | { failed: string };

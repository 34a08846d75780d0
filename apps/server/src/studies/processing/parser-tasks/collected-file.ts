import type { Stamp } from '@snimok/imaging/dicom/dates';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import type { VendorFile } from '@snimok/imaging/vendors/vendor-folders';
import type { PackedContent } from '../../../platform/zip/packed-content.ts';
import type { Flag } from './content-flags.ts';

/** A file of an upload on the local disk; `name` is its path inside the study's object. */
export interface CollectedFile {
  name: string;
  /** null if it is only in a bundle, because it was verified, examined and scanned while the upload continued */
  path: string | null;
  sizeBytes: number;
  /** the same content as it was sent compressed, to be copied into the study's object */
  packed?: PackedContent | undefined;
  /** what was found in the same bytes when their checksums were compared */
  examined?: ExaminedFacts | undefined;
}

/** A file of an upload that has been unpacked. */
export type UnpackedFile = CollectedFile & { path: string };

export const isUnpacked = (file: CollectedFile): file is UnpackedFile => file.path !== null;

export type FileFacts =
  | { kind: 'dicom'; dicom: DicomFile }
  /** JPEG, PNG or TIFF; the size in pixels, and when it was taken, as far as its Exif says */
  | { kind: 'image'; width: number; height: number; taken?: Stamp }
  /** every other file, stored unchanged: viewer programs, PDFs, DICOMDIR, volumes in a vendor's own format */
  | { kind: 'other'; vendor?: VendorFile }
  /** recognised as DICOM or an image, but unreadable; `reason` is English, for the log and the warnings */
  | { kind: 'broken'; reason: string };

export interface ExaminedFacts {
  facts: FileFacts;
  flags: Flag[];
}

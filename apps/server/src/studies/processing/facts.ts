import type { DicomFile } from '@snimok/imaging/dicom/file';
import type { CutPanorama, PanoramaRequest } from './panorama-facts.ts';

/** A file of an upload, on this machine's disk, under the name it will have in the study's object. */
export interface GatheredFile {
  name: string;
  path: string;
  sizeBytes: number;
}

/** What a child process found a file to be. */
export type FileFacts =
  | { kind: 'dicom'; dicom: DicomFile }
  /** JPEG, PNG, TIFF …, in pixels */
  | { kind: 'image'; width: number; height: number }
  /** everything else is kept as it came: viewers, PDFs, DICOMDIR */
  | { kind: 'other' }
  /** it says that it is DICOM, but could not be read; `reason` is English, for the log and the warnings */
  | { kind: 'broken'; reason: string };

export interface PictureRequest {
  path: string;
  /** null for a plain image */
  frame: number | null;
  /** where the JPEGs go */
  full: string;
  card: string;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** What the parent asks of a child, and what it is told. One task at a time. */
export type Task =
  | { task: 'examine'; path: string; sizeBytes: number }
  | ({ task: 'picture' } & PictureRequest)
  | ({ task: 'panorama' } & PanoramaRequest);
export type Reply =
  | { facts: FileFacts }
  | { picture: { full: PictureSize; card: PictureSize } }
  | { cut: CutPanorama }
  | { none: 'no-bone' | 'not-sure' }
  | { failed: string };

import type { DicomFile } from '@snimok/imaging/dicom/file';
import type { PackedContent } from '../../platform/archive/packed-content.ts';
import type { Flag } from './content-flags.ts';
import type { PanoramaRequest, RenderedPanorama } from './panorama-task.ts';
import type { PictureRequest, PictureSize, PreviewRequest } from './picture-task.ts';
import type { UnbundleReply, UnbundleRequest } from './unbundle-task.ts';
import type { UnpackRequest, ZipReply, ZipRequest } from './unpack-task.ts';

/** A file of an upload on the local disk; `name` is its path inside the study's object. */
export interface CollectedFile {
  name: string;
  path: string;
  sizeBytes: number;
  /** the same content as it was sent compressed, to be copied into the study's object */
  packed?: PackedContent | undefined;
  /** what was found in the same bytes while the upload continued */
  examined?: ExaminedFacts | undefined;
}

export type FileFacts =
  | { kind: 'dicom'; dicom: DicomFile }
  /** JPEG, PNG or TIFF; the size in pixels */
  | { kind: 'image'; width: number; height: number }
  /** every other file, stored unchanged: viewer programs, PDFs, DICOMDIR */
  | { kind: 'other' }
  /** recognised as DICOM or an image, but unreadable; `reason` is English, for the log and the warnings */
  | { kind: 'broken'; reason: string };

export interface ExaminedFacts {
  facts: FileFacts;
  flags: Flag[];
}

/** The messages to the parser process of uploads and panoramas, and its answers. */
export type ParserTask =
  /** with the name of a file of an upload, which is flagged too */
  | { task: 'inspect'; path: string; sizeBytes: number; name?: string }
  /** for a file that makes the inspection fail */
  | { task: 'flag'; path: string; name: string }
  | ({ task: 'measure-zip'; maxFiles: number } & ZipRequest)
  | ({ task: 'unpack-zip' } & UnpackRequest)
  /** `read` is the folder with the bundles of the upload */
  | ({ task: 'unbundle'; read: string } & UnbundleRequest)
  | ({ task: 'picture' } & PictureRequest)
  | ({ task: 'preview' } & PreviewRequest)
  | ({ task: 'panorama' } & PanoramaRequest);
export type ParserReply =
  | ExaminedFacts
  | { flags: Flag[] }
  | ZipReply
  | UnbundleReply
  | { picture: { full: PictureSize; card: PictureSize } }
  | { preview: PictureSize }
  | { cut: RenderedPanorama }
  | { none: 'no-bone' | 'not-sure' | 'gaps' }
  | { failed: string };

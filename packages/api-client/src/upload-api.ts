import type { FileParts, RegisteredFile, UploadState } from '@snimok/contract/uploads';
import type { z } from 'zod';

export type Upload = z.infer<typeof UploadState>;
export type StartedUpload = Upload & { files: z.infer<typeof RegisteredFile>[] };
export interface NamedSize {
  filename: string;
  filesize: number;
  inParts?: boolean;
}

/** Where a registered file is to be put. */
export interface UploadTarget {
  filename: string;
  presignedURL: string;
  /** it is to be sent in parts */
  parts?: z.infer<typeof FileParts> | undefined;
}

/** Bytes of a file; `end` is exclusive, as in `slice`. */
export interface Span {
  start: number;
  end: number;
}

/** Whatever can be sent: a browser's `File`, a path on a disk and what it weighs. */
export interface FileSource {
  size: number;
}

/** A file and the name it is sent under. */
export interface FileToSend<Source extends FileSource = FileSource> {
  filename: string;
  file: Source;
}

export const totalBytes = (files: FileToSend[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** The calls an upload is made of. Each rejects with a `SendProblem`. */
export interface UploadApi<Source extends FileSource> {
  start: (studyID: number) => Promise<StartedUpload>;
  register: (uploadUUID: string, files: NamedSize[]) => Promise<UploadTarget[]>;
  partURL: (
    uploadUUID: string,
    filename: string,
    part: { number: number; checksum: string },
  ) => Promise<{ presignedURL: string; headers: Record<string, string> }>;
  /** Makes the file of these parts, or says which are missing. */
  joinParts: (
    uploadUUID: string,
    filename: string,
    checksums: string[],
  ) => Promise<{ uploaded: boolean; missing: number[] }>;
  /** CRC-32 of these bytes, read anew. */
  checksum: (file: Source, span: Span, signal: AbortSignal) => Promise<string>;
  put: (sending: {
    url: string;
    file: Source;
    /** all of the file without it */
    span?: Span;
    headers?: Record<string, string>;
    signal: AbortSignal;
    onMoved: (bytes: number) => void;
  }) => Promise<void>;
  complete: (uploadUUID: string, finalFiles: string[]) => Promise<Upload>;
}

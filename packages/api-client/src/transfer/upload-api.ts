import type { FileParts, RegisteredFile, UploadState } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';
import type { Bundling } from '../compression/bundling.ts';
import type { Span } from '../compression/span.ts';

export type Upload = z.infer<typeof UploadState>;
export type StartedUpload = Upload & { files: z.infer<typeof RegisteredFile>[] };
export interface FailedFile {
  filename: string;
  reason: string;
}
export interface NamedSize {
  filename: string;
  filesize: number;
  inParts?: boolean;
}

/** The URL for a registered file. */
interface UploadTarget {
  filename: string;
  presignedURL: string;
  /** set if the file is to be sent in parts */
  parts?: z.infer<typeof FileParts> | undefined;
}

/** Content to send: a browser's `File`, or a path on disk with its size. */
export interface FileSource {
  size: number;
}

/** A file and its name in the upload. */
export interface FileToSend<Source extends FileSource = FileSource> {
  filename: string;
  file: Source;
}

export const totalBytes = (files: FileToSend[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** What happens to images that another study contains already: a person decides, or has decided for their publication. */
export type IfRepeated = 'hold' | 'publish';

/** The user has decided before sending that the files belong to the patient of the card, although they name another person. */
export interface ConfirmedPeople {
  people: { name: string | null; birthDate: string | null }[];
  reason: string;
}

/** The operations of an upload. Each rejects with a `SendProblem`. */
export interface UploadApi<Source extends FileSource> {
  start: (studyID: number) => Promise<StartedUpload>;
  confirm?: (uploadUUID: string, confirmed: ConfirmedPeople) => Promise<void>;
  register: (uploadUUID: string, files: NamedSize[]) => Promise<UploadTarget[]>;
  partURL: (
    uploadUUID: string,
    filename: string,
    part: { number: number; checksum: string; deflatedBytes?: number },
  ) => Promise<{ presignedURL: string; headers: Record<string, string> }>;
  /** Joins the parts into the file, or returns the missing numbers. */
  joinParts: (
    uploadUUID: string,
    filename: string,
    checksums: string[],
  ) => Promise<{ uploaded: boolean; missing: number[] }>;
  /** CRC-32 of these bytes, read from the file at each call. */
  checksum: (file: Source, span: Span, signal: AbortSignal) => Promise<string>;
  put: (sending: {
    url: string;
    file: Source;
    /** the range to send; the whole file if absent */
    span?: Span;
    headers?: Record<string, string>;
    signal: AbortSignal;
    onMoved: (bytes: number) => void;
  }) => Promise<void>;
  /** absent: every file is sent by itself */
  bundling?: Bundling<Source>;
  complete: (uploadUUID: string, finalFiles: string[], ifRepeated: IfRepeated) => Promise<Upload>;
}

import type { RegisteredFile, UploadState } from '@snimok/contract/uploads';
import type { z } from 'zod';

export type Upload = z.infer<typeof UploadState>;
export type StartedUpload = Upload & { files: z.infer<typeof RegisteredFile>[] };
export interface NamedSize {
  filename: string;
  filesize: number;
}

/** Whatever can be sent: a browser's `File`, a path on a disk and what it weighs. */
export interface Sized {
  size: number;
}

/** A file and the name it is sent under. */
export interface FileToSend<Source extends Sized = Sized> {
  filename: string;
  file: Source;
}

export const totalBytes = (files: FileToSend[]) => files.reduce((sum, { file }) => sum + file.size, 0);

/** The calls an upload is made of. Each rejects with a `SendProblem`. */
export interface Portal<Source extends Sized> {
  start: (studyID: number) => Promise<StartedUpload>;
  register: (uploadUUID: string, files: NamedSize[]) => Promise<{ filename: string; presignedURL: string }[]>;
  put: (sending: {
    url: string;
    file: Source;
    signal: AbortSignal;
    onMoved: (bytes: number) => void;
  }) => Promise<void>;
  complete: (uploadUUID: string, finalFiles: string[]) => Promise<Upload>;
}

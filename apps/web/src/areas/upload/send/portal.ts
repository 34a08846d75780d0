import type { RegisteredFile, UploadState } from '@snimok/contract/uploads';
import type { z } from 'zod';

export type Upload = z.infer<typeof UploadState>;
export type StartedUpload = Upload & { files: z.infer<typeof RegisteredFile>[] };
export interface NamedSize {
  filename: string;
  filesize: number;
}

/** The calls an upload is made of. Each rejects with a `SendProblem`. */
export interface Portal {
  start: (studyID: number) => Promise<StartedUpload>;
  register: (uploadUUID: string, files: NamedSize[]) => Promise<{ filename: string; presignedURL: string }[]>;
  put: (sending: {
    url: string;
    file: File;
    signal: AbortSignal;
    onMoved: (bytes: number) => void;
  }) => Promise<void>;
  complete: (uploadUUID: string, finalFiles: string[]) => Promise<Upload>;
}

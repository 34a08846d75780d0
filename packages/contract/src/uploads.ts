import { z } from 'zod';
import { Id, Uuid } from './words.ts';

export const UploadStatus = z.enum(['uploading', 'completed', 'processing', 'processed']);

export const MAX_FILENAME_BYTES = 1024;
/** More than any device writes for one study; a list of this length is still one answer. */
export const MAX_FILES = 50_000;
export const MAX_BATCH = 500;

/** A relative path as spec'd in contract.md: `/` only, no `..`, no absolute or drive paths, at most 1,024 bytes. */
export const isRelativePath = (path: string): boolean => {
  if (path === '' || new TextEncoder().encode(path).length > MAX_FILENAME_BYTES) return false;
  if (/[\\\u0000-\u001f\u007f]/.test(path) || /^[a-z]:/i.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
};

const Filename = z.string().refine(isRelativePath, { params: { code: 'filename' } });
/** bytes; the largest object S3 takes in one PUT is 5 GiB, the local store takes any size */
const Filesize = z
  .number()
  .int()
  .min(0)
  .max(5 * 1024 ** 3);
const NewFile = z.object({ filename: Filename, filesize: Filesize });

export const UploadState = z.object({
  uploadUUID: Uuid,
  status: UploadStatus,
  /** why processing failed, in Russian; null when it has not */
  error: z.string().nullable(),
  /** share of the processing that is done, 0…1; null before it begins */
  progress: z.number().min(0).max(1).nullable(),
});
export const RegisteredFile = z.object({
  filename: z.string(),
  filesize: z.number().int(),
  uploaded: z.boolean(),
});

const OneUpload = z.object({ uploadUUID: Uuid });

export const startUpload = {
  method: 'POST',
  url: '/assistant/studies/:studyID/upload',
  schema: {
    summary: 'Open an upload, or go on with the unfinished one',
    params: z.object({ studyID: Id }),
    response: { 200: UploadState.extend({ files: z.array(RegisteredFile) }) },
  },
} as const;

export const getUpload = {
  method: 'GET',
  url: '/assistant/uploads/:uploadUUID',
  schema: { summary: 'How far an upload is', params: OneUpload, response: { 200: UploadState } },
} as const;

export const registerFile = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/presigned-url',
  schema: {
    summary: 'Register a file and get the URL to PUT it to',
    params: OneUpload,
    body: NewFile,
    response: { 200: z.object({ presignedURL: z.url() }) },
  },
} as const;

/** The same for many files at once: a series of 400 slices over a slow line waits once instead of 400 times. */
export const registerFiles = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/presigned-urls',
  schema: {
    summary: 'The same for many files at once',
    params: OneUpload,
    body: z.object({ files: z.array(NewFile).min(1).max(MAX_BATCH) }),
    response: {
      200: z.object({ files: z.array(z.object({ filename: z.string(), presignedURL: z.url() })) }),
    },
  },
} as const;

export const completeUpload = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/complete',
  schema: {
    summary: 'Close an upload and have it processed',
    params: OneUpload,
    body: z.object({ finalFiles: z.array(z.string()).max(MAX_FILES) }),
    response: { 200: UploadState },
  },
} as const;

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
/** From here on a file may be sent in parts; below, sending it once more costs less than asking. */
export const PARTS_FROM_BYTES = 32 * 1024 ** 2;
/** S3 takes no more of them. */
export const MAX_PARTS = 10_000;
/** How many parts one call gives addresses for. */
export const MAX_PARTS_ASKED = 100;

const NewFile = z.object({
  filename: Filename,
  filesize: Filesize,
  /** the sender is able to send it in parts; the answer says whether it shall */
  inParts: z.boolean().optional(),
});

/** CRC-32 of a part's bytes (as in ZIP), eight hexadecimal digits. */
export const Checksum = z.string().regex(/^[0-9a-f]{8}$/);
/** The first one is 1, as in S3. */
const PartNumber = z.number().int().min(1).max(MAX_PARTS);
const Part = z.object({ number: PartNumber, checksum: Checksum });

/** How a file is to be cut, and what of it has come already. All parts are of one size but for the last. */
export const FileParts = z.object({
  partSize: z.number().int(),
  /** A number stands here twice when parts of two different files have been sent under one name. */
  there: z.array(Part),
});

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
  /** of a file that is being sent in parts and is not whole yet */
  parts: FileParts.optional(),
});

/** Where to PUT a file. With `parts` it may come in parts instead, to the addresses that `partURLs` gives. */
const FilePlace = z.object({ presignedURL: z.url(), parts: FileParts.optional() });

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
    response: { 200: FilePlace },
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
      200: z.object({ files: z.array(FilePlace.extend({ filename: z.string() })) }),
    },
  },
} as const;

/** Each address takes the bytes with that checksum and no others. Simple clients need none of it. */
export const partURLs = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/part-urls',
  schema: {
    summary: 'Get the URLs to PUT parts of a large file to',
    params: OneUpload,
    body: z.object({ filename: Filename, parts: z.array(Part).min(1).max(MAX_PARTS_ASKED) }),
    response: {
      200: z.object({
        parts: z.array(
          z.object({
            number: z.number().int(),
            presignedURL: z.url(),
            /** to be sent along with the PUT, as they are */
            headers: z.record(z.string(), z.string()),
          }),
        ),
      }),
    },
  },
} as const;

/**
 * Makes the file of exactly these parts, in their order. While some are not there, or others are, it says which to send
 * and changes nothing. Asking again is no error.
 */
export const joinParts = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/join-parts',
  schema: {
    summary: 'Put a large file together from its parts',
    params: OneUpload,
    body: z.object({ filename: Filename, checksums: z.array(Checksum).min(1).max(MAX_PARTS) }),
    response: { 200: z.object({ uploaded: z.boolean(), missing: z.array(z.number().int()) }) },
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

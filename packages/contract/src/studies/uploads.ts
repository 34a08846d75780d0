import { z } from 'zod';
import { Id, NoContent, ShortText, Uuid } from '../values/fields.ts';
import { Repeat } from './repeats.ts';

export const UploadStatus = z.enum(['uploading', 'completed', 'processing', 'processed']);

/** scratch: space on the server's disk; antivirus: the virus scanner */
export const WaitReason = z.enum(['scratch', 'antivirus']);

export const MAX_FILENAME_BYTES = 1024;
/** No X-ray machine writes as many files for one study, and a list of this length still fits into one response. */
export const MAX_FILES = 50_000;
export const MAX_BATCH = 500;

/** A relative path: `/` only, no `..`, no absolute or drive paths, at most 1,024 bytes. */
export const isRelativePath = (path: string): boolean => {
  if (path === '' || new TextEncoder().encode(path).length > MAX_FILENAME_BYTES) return false;
  if (/[\\\u0000-\u001f\u007f]/.test(path) || /^[a-z]:/i.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
};

export const Filename = z.string().refine(isRelativePath, { params: { code: 'filename' } });
/** bytes; S3 accepts at most 5 GiB in one PUT, the folder store has no limit */
const Filesize = z
  .number()
  .int()
  .min(0)
  .max(5 * 1024 ** 3);
/** Minimum size for an upload in parts; sending a smaller file again costs less than the extra requests. */
export const PARTS_FROM_BYTES = 32 * 1024 ** 2;
/** S3's maximum. */
const MAX_PARTS = 10_000;
/** Maximum number of part URLs per request. @internal */
export const MAX_PART_URLS = 100;

const NewFile = z.object({
  filename: Filename,
  filesize: Filesize,
  /** the sender supports parts; the response says whether to use them */
  inParts: z.boolean().optional(),
});

/** CRC-32 (as in ZIP), eight hexadecimal digits. */
export const Checksum = z.string().regex(/^[0-9a-f]{8}$/);
/** Starts at 1, as in S3. */
const PartNumber = z.number().int().min(1).max(MAX_PARTS);
const Part = z.object({ number: PartNumber, checksum: Checksum });
/** The checksum is always computed from the part's original bytes. */
const PartToSend = Part.extend({
  /** The PUT sends one raw DEFLATE stream (RFC 1951) of this length, shorter than the part. */
  deflatedBytes: z.number().int().min(1).optional(),
});

/** The part size of a file and the parts already stored. All parts but the last have the same size. */
export const FileParts = z.object({
  partSize: z.number().int(),
  /** a number occurs twice if parts of two different files were sent under one name */
  there: z.array(Part),
  /** parts may be sent compressed; absent if they may not, and in the list of sent files */
  deflate: z.boolean().optional(),
});

export const PatientInFiles = z.object({
  name: z.string().nullable(),
  birthDate: z.string().nullable(),
  sex: z.string().nullable(),
});

/** Why a completed upload is not published before an assistant decides. */
export const HeldUpload = z.object({
  /** the persons in the files who differ from the card; if there are several persons, all of them */
  people: z.array(PatientInFiles),
  /** the facts in which they differ from the card */
  differences: z.array(z.enum(['name', 'birthDate', 'sex'])),
  /** the files name several persons */
  several: z.boolean(),
  /** false for files of two patients: the upload can only be stopped */
  canBeConfirmed: z.boolean(),
  /** other studies with the same images, the most similar first; absent if there are none. Then `people` may be empty */
  repeats: z.array(Repeat).optional(),
});

/** The content of the bundles that have arrived so far. */
const UploadPreview = z.object({
  imageCount: z.number().int(),
  patientInFiles: PatientInFiles.nullable(),
  /** the files name another patient than the card */
  patientDiffers: z.boolean(),
  /** the name of the assistant who has confirmed that the files belong to this card nevertheless */
  patientConfirmedBy: z.string().optional(),
  /** a small picture of one of the images, JPEG; absent until one could be made, and from older servers */
  picture: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }).optional(),
});

/** Who sends the files of an upload, and what the store has of them. */
export const UploadSender = z.object({
  name: z.string(),
  /** the sender is the account of the request, in this or another browser */
  isOwn: z.boolean(),
  /** the sender is the upload program of this account */
  byProgram: z.boolean(),
  /** bytes of complete files, bundles and parts, as they were sent */
  storedBytes: z.number().int(),
  /** time since a file or a bundle last arrived, or files were registered */
  silentSeconds: z.number().int(),
});

export const UploadState = z.object({
  uploadUUID: Uuid,
  status: UploadStatus,
  /** why processing failed, in Russian; null if it has not failed */
  error: z.string().nullable(),
  /** fraction of the processing that is done, 0 to 1; null before it begins */
  progress: z.number().min(0).max(1).nullable(),
  /** why a completed upload is not processed yet; absent if nothing delays it */
  waitsFor: WaitReason.optional(),
  /** absent until bundles have been examined, and after the end of the upload */
  preview: UploadPreview.optional(),
  /** only if requested, and until the upload is completed */
  sender: UploadSender.optional(),
  /** the upload is completed and waits for a decision about its patient */
  held: HeldUpload.optional(),
});
export const RegisteredFile = z.object({
  filename: z.string(),
  filesize: z.number().int(),
  uploaded: z.boolean(),
  /** only for an incomplete file that is being sent in parts */
  parts: FileParts.optional(),
});

/**
 * The URL for a PUT of the whole file. With `parts` the file may be sent in parts instead, to the URLs of
 * `partURLs`.
 */
const UploadTarget = z.object({ presignedURL: z.url(), parts: FileParts.optional() });

export const OneUpload = z.object({ uploadUUID: Uuid });

export const startUpload = {
  method: 'POST',
  url: '/assistant/studies/:studyID/upload',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Begin an upload, or continue the unfinished one',
    params: z.object({ studyID: Id }),
    response: { 200: UploadState.extend({ files: z.array(RegisteredFile) }) },
  },
} as const;

export const getUpload = {
  method: 'GET',
  url: '/assistant/uploads/:uploadUUID',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'The state and the progress of an upload',
    params: OneUpload,
    /** `sender` lists the files in the store, so only clients that do not send the files themselves should request it */
    querystring: z.object({ sender: z.literal('true').optional() }),
    response: { 200: UploadState },
  },
} as const;

export const getUploadPicture = {
  method: 'GET',
  url: '/assistant/uploads/:uploadUUID/picture',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The picture of an unfinished upload, JPEG',
    params: OneUpload,
    response: { 200: z.any() },
  },
} as const;

/** A repeated request answers 404. After the upload was completed, the answer is 409. */
export const cancelUpload = {
  method: 'DELETE',
  url: '/assistant/uploads/:uploadUUID',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Stop an upload that is not completed and remove what was sent',
    params: OneUpload,
    response: { 204: NoContent },
  },
} as const;

export const registerFile = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/presigned-url',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Register a file and get the URL to PUT it to',
    params: OneUpload,
    body: NewFile,
    response: { 200: UploadTarget },
  },
} as const;

/**
 * Registers many files in one request: on a slow connection, a series of 400 slices waits for one response instead of
 * 400.
 */
export const registerFiles = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/presigned-urls',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'The same for many files at once',
    params: OneUpload,
    body: z.object({ files: z.array(NewFile).min(1).max(MAX_BATCH) }),
    response: {
      200: z.object({ files: z.array(UploadTarget.extend({ filename: z.string() })) }),
    },
  },
} as const;

/** Each URL only accepts bytes with the given checksum. Simple clients do not need parts. */
export const partURLs = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/part-urls',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Get the URLs to PUT parts of a large file to',
    params: OneUpload,
    body: z.object({ filename: Filename, parts: z.array(PartToSend).min(1).max(MAX_PART_URLS) }),
    response: {
      200: z.object({
        parts: z.array(
          z.object({
            number: z.number().int(),
            presignedURL: z.url(),
            /** headers of the PUT, to be sent unchanged */
            headers: z.record(z.string(), z.string()),
          }),
        ),
      }),
    },
  },
} as const;

/**
 * Joins exactly these parts, in this order, into the file. If some are missing or differ, the response names them and nothing
 * changes. The request may be repeated.
 */
export const joinParts = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/join-parts',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Join the parts of a large file',
    params: OneUpload,
    body: z.object({ filename: Filename, checksums: z.array(Checksum).min(1).max(MAX_PARTS) }),
    response: { 200: z.object({ uploaded: z.boolean(), missing: z.array(z.number().int()) }) },
  },
} as const;

export const completeUpload = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/complete',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Close an upload and have it processed',
    params: OneUpload,
    body: z.object({
      finalFiles: z.array(z.string()).max(MAX_FILES),
      /** the files wait for a decision if they name another patient than the card, or several patients */
      holdIfDiffers: z.boolean().optional(),
      /** `hold`: images that another study already contains wait for a decision; otherwise they are published */
      ifRepeated: z.enum(['hold', 'publish']).optional(),
    }),
    response: { 200: UploadState },
  },
} as const;

/**
 * Answers 409 if the upload waits for no decision, or if its files are of two patients. Without a reason, the files are only
 * compared with the card again, because the card may have been corrected.
 */
export const releaseUpload = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/release',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Publish a held upload: its files belong to the patient of the card',
    params: OneUpload,
    body: z.object({
      reason: ShortText.optional(),
      /** publishes the images again although they were uploaded before */
      repeated: z.literal('publish').optional(),
    }),
    response: { 200: UploadState },
  },
} as const;

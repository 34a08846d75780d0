import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { enqueue, job } from '../../../platform/jobs/jobs.ts';
import { withChecksum } from '../../../platform/outside/storage/crc.ts';
import {
  countParts,
  type MultipartObject,
  type MultipartReference,
  PartsGone,
  sizeOfPart,
  type StoredPart,
  WrongChecksum,
} from '../../../platform/outside/storage/parts.ts';
import { uploadPermission } from '../../studies/downloads/url-permissions.ts';
import { assertUploadOpen, uploadURLExpiresAt } from './grant.ts';
import { findRevokedFiles, recordHolder } from './holders.ts';
import {
  type NewFile,
  listFilesNamed,
  updateJoinedFrom,
  type StoredFile,
  type UploadRow,
} from '../upload-rows/queries.ts';
import { sentences } from '../sentences.ts';

/**
 * At most this much is sent again after a lost connection. S3 requires at least 5 MiB per part and at most 10,000
 * parts; the largest file of an upload (5 GiB) has 640.
 */
const PART_BYTES = 8 * 1024 ** 2;

export interface SentParts {
  partSize: number;
  there: StoredPart[];
}

/** The object that a file's parts are joined into; null for a file that is sent in one request. */
export const multipartObject = ({
  key,
  sizeBytes,
  partBytes,
  partsID,
}: StoredFile | NewFile): MultipartObject | null =>
  partBytes === null || partsID === null ? null : { key, sizeBytes, partBytes, partsID };

/** The parts of a file that the store has; undefined if there is no multipart upload to continue. */
export const listSentParts = async (
  { storage }: Pick<Context, 'storage'>,
  file: StoredFile | NewFile,
): Promise<SentParts | undefined> => {
  const object = multipartObject(file);
  const there = object && (await storage.parts.list(object));
  return there ? { partSize: object.partBytes, there } : undefined;
};

/**
 * Continues the multipart upload of a registered file with the same name and size that is not joined yet, or begins a
 * new one. Small files are sent in one request, as are all files if the store does not verify checksums of parts.
 */
export const prepareParts = async (
  context: Pick<Context, 'storage'>,
  row: NewFile,
  registered: StoredFile | undefined,
): Promise<{ row: NewFile; parts?: SentParts | undefined }> => {
  if (row.sizeBytes < PARTS_FROM_BYTES) return { row };
  if (registered?.sizeBytes === row.sizeBytes && registered.joinedFrom === null) {
    const parts = await listSentParts(context, registered);
    const { key, partBytes, partsID } = registered;
    if (parts) return { row: { ...row, key, partBytes, partsID }, parts };
  }
  const partsID = await context.storage.parts.begin(row.key);
  if (partsID === null) return { row };
  return { row: { ...row, partsID, partBytes: PART_BYTES }, parts: { partSize: PART_BYTES, there: [] } };
};

/** Enqueues the removal in the transaction of the change after which the parts are not needed. */
export const discardPartsOf = async (tx: Tx, files: Pick<StoredFile, 'key' | 'partsID'>[]): Promise<void> => {
  const parts = files.flatMap(({ key, partsID }) => (partsID === null ? [] : [{ key, partsID }]));
  if (parts.length > 0) await enqueue(tx, discardParts, { parts });
};

/** Removes the parts of files that were replaced or left out before their parts were joined. */
export const discardParts = job('delete-upload-parts', {
  formerly: ['discard-parts'],
  attempts: 12,
  pool: 'short',
  run: async ({ storage }, { parts }: { parts: MultipartReference[] }) => {
    for (const reference of parts) await storage.parts.discard(reference);
  },
});

const findFileInParts = async (context: Context, { uuid }: UploadRow, filename: string) => {
  const [file] = await listFilesNamed(context.db, uuid, [filename]);
  if (!file) throw invalid(sentences.fileNeverRegistered(filename));
  const object = multipartObject(file);
  if (!object) throw invalid(sentences.fileNotInParts(filename));
  const isRevoked = await findRevokedFiles(context, context.db, [file]);
  if (isRevoked(file)) throw invalid(sentences.fileOfRevoked(filename));
  return object;
};

type PartToSend = StoredPart & { deflatedBytes?: number | undefined };

/** A presigned URL for each part, valid only for the declared checksum. */
export const presignParts = async (
  context: Context,
  who: Actor,
  upload: UploadRow,
  { filename, parts }: { filename: string; parts: PartToSend[] },
  origin: string,
) => {
  assertUploadOpen(upload);
  const object = await findFileInParts(context, upload, filename);
  const last = countParts(object);
  const { storage } = context;
  await recordHolder(context, who, [object.key]);
  const options = { expiresAt: uploadURLExpiresAt(context), ...uploadPermission(who, upload.uuid), origin };
  return Promise.all(
    parts.map(async ({ deflatedBytes, ...part }) => {
      if (part.number > last) throw invalid(sentences.noSuchPart(last));
      if (deflatedBytes !== undefined && deflatedBytes >= sizeOfPart(object, part.number))
        throw invalid(sentences.partNotSmaller);
      if (deflatedBytes !== undefined && !storage.parts.inflates) throw invalid(sentences.partNotInflated);
      const presigned = await storage.parts.presign({ object, part, deflatedBytes, ...options });
      return { number: part.number, ...presigned };
    }),
  );
};

/**
 * Joins the parts with exactly these checksums, so that the parts of two files sent under one name never mix.
 * Idempotent: a repeated request, after a lost response or a killed process, gives the same result.
 */
export const joinParts = async (
  context: Context,
  upload: UploadRow,
  { filename, checksums }: { filename: string; checksums: string[] },
): Promise<{ uploaded: boolean; missing: number[] }> => {
  assertUploadOpen(upload);
  const object = await findFileInParts(context, upload, filename);
  if (checksums.length !== countParts(object)) throw invalid(sentences.partCountDiffers(countParts(object)));
  const joinedFrom = createHash('sha256').update(checksums.join(' ')).digest();
  try {
    const { missing } = await context.storage.parts.join(object, checksums);
    if (missing.length > 0) return { uploaded: false, missing };
  } catch (cause) {
    if (!(cause instanceof PartsGone)) throw cause;
    await assertJoined(context, upload, filename, checksums, joinedFrom);
  }
  await updateJoinedFrom(context.db, object.key, joinedFrom);
  return { uploaded: true, missing: [] };
};

/** The parts no longer exist because an earlier request, or another browser tab with the same file, joined them. */
const assertJoined = async (
  context: Context,
  { uuid }: UploadRow,
  filename: string,
  checksums: string[],
  joinedFrom: Buffer,
): Promise<void> => {
  const [file] = await listFilesNamed(context.db, uuid, [filename]);
  const object = file && multipartObject(file);
  const found = object && (await context.storage.head(object.key));
  if (!object || found?.sizeBytes !== object.sizeBytes) throw invalid(sentences.fileIncomplete(filename));
  // `joinedFrom` is null if the process was killed after joining or has not written it yet; then compare the object
  const isTheSame = file.joinedFrom
    ? file.joinedFrom.equals(joinedFrom)
    : await hasContents(context, object, checksums);
  if (!isTheSame) throw invalid(sentences.fileDiffers(filename));
};

/** Reads the object and compares the checksum of each part. */
const hasContents = async (
  { storage }: Pick<Context, 'storage'>,
  object: MultipartObject,
  checksums: string[],
): Promise<boolean> => {
  try {
    for (const [i, checksum] of checksums.entries()) {
      const start = i * object.partBytes;
      const part = await storage.read(object.key, { start, end: start + sizeOfPart(object, i + 1) });
      await finished(Readable.from(withChecksum(part, checksum)).resume());
    }
    return true;
  } catch (cause) {
    if (cause instanceof WrongChecksum) return false;
    throw cause;
  }
};

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { PARTS_FROM_BYTES } from '@snimok/contract/uploads';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/outside/clock.ts';
import { withChecksum } from '../../platform/outside/storage/crc.ts';
import {
  countParts,
  type MultipartObject,
  PartsGone,
  sizeOfPart,
  type StoredPart,
  WrongChecksum,
} from '../../platform/outside/storage/parts.ts';
import { sentences } from '../../platform/sentences.ts';
import { uploadGrant, assertUploadOpen } from './grant.ts';
import { discardParts } from './jobs.ts';
import { type NewFile, listFilesNamed, updateJoinedFrom, type StoredFile, type UploadRow } from './queries.ts';

/**
 * What a cut line costs at most. S3 takes no less than 5 MiB, and 10,000 parts, which the largest file it takes whole
 * (5 GiB) does not come near.
 */
const PART_BYTES = 8 * 1024 ** 2;

export interface SentParts {
  partSize: number;
  there: StoredPart[];
}

/** The object that a file of parts becomes; null of a file that is sent whole. */
const partedObject = ({ key, sizeBytes, partBytes, partsID }: StoredFile | NewFile): MultipartObject | null =>
  partBytes === null || partsID === null ? null : { key, sizeBytes, partBytes, partsID };

/** What has come of a file; undefined when nothing can be gone on with. */
export const listSentParts = async (
  { storage }: Pick<Context, 'storage'>,
  file: StoredFile | NewFile,
): Promise<SentParts | undefined> => {
  const object = partedObject(file);
  const there = object && (await storage.parts.list(object));
  return there ? { partSize: object.partBytes, there } : undefined;
};

/**
 * Where a large file goes: to the parts of the one that is known, when it is the same by name and size and not whole
 * yet, or to new ones; whole where the store cannot compare parts.
 */
export const prepareParts = async (
  context: Pick<Context, 'storage'>,
  row: NewFile,
  known: StoredFile | undefined,
): Promise<{ row: NewFile; parts?: SentParts | undefined }> => {
  if (row.sizeBytes < PARTS_FROM_BYTES) return { row };
  if (known?.sizeBytes === row.sizeBytes && known.joinedFrom === null) {
    const parts = await listSentParts(context, known);
    const { key, partBytes, partsID } = known;
    if (parts) return { row: { ...row, key, partBytes, partsID }, parts };
  }
  const partsID = await context.storage.parts.begin(row.key);
  if (partsID === null) return { row };
  return { row: { ...row, partsID, partBytes: PART_BYTES }, parts: { partSize: PART_BYTES, there: [] } };
};

/** Commits with the change that makes them useless. */
export const discardPartsOf = async (tx: Tx, files: Pick<StoredFile, 'key' | 'partsID'>[]): Promise<void> => {
  const parts = files.flatMap(({ key, partsID }) => (partsID === null ? [] : [{ key, partsID }]));
  if (parts.length > 0) await enqueue(tx, discardParts, { parts });
};

export const dropParts = async (
  { storage }: Context,
  { parts }: NonNullable<typeof discardParts.payload>,
): Promise<void> => {
  for (const one of parts) await storage.parts.discard(one);
};

const findFileInParts = async ({ db }: Context, { uuid }: UploadRow, filename: string) => {
  const [file] = await listFilesNamed(db, uuid, [filename]);
  if (!file) throw invalid(sentences.fileNeverRegistered(filename));
  const object = partedObject(file);
  if (!object) throw invalid(sentences.fileNotInParts(filename));
  return object;
};

/** An address for each of some parts, tied to what the part shall be. */
export const presignParts = async (
  context: Context,
  who: Actor,
  upload: UploadRow,
  { filename, parts }: { filename: string; parts: StoredPart[] },
  origin: string,
) => {
  assertUploadOpen(upload);
  const object = await findFileInParts(context, upload, filename);
  const last = countParts(object);
  const { clock, config, storage } = context;
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  const grant = uploadGrant(upload.uuid, who);
  return Promise.all(
    parts.map(async (part) => {
      if (part.number > last) throw invalid(sentences.noSuchPart(last));
      const address = await storage.parts.presign({ object, part, expiresAt, grant, origin });
      return { number: part.number, ...address };
    }),
  );
};

/**
 * Puts the file together of the parts that its sender names, and of no others: two files that were sent under one name
 * never become one. Asked again, after an answer was lost or a process killed, it says the same.
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

/** By an earlier try, or by another tab that has sent the same file. */
const assertJoined = async (
  context: Context,
  { uuid }: UploadRow,
  filename: string,
  checksums: string[],
  joinedFrom: Buffer,
): Promise<void> => {
  const [file] = await listFilesNamed(context.db, uuid, [filename]);
  const object = file && partedObject(file);
  const found = object && (await context.storage.head(object.key));
  if (!object || found?.sizeBytes !== object.sizeBytes) throw invalid(sentences.fileIncomplete(filename));
  // nothing is noted when the one who joined it was killed, or is a moment behind: then the object itself tells
  const isTheSame = file.joinedFrom
    ? file.joinedFrom.equals(joinedFrom)
    : await isMadeOf(context, object, checksums);
  if (!isTheSame) throw invalid(sentences.fileDiffers(filename));
};

/** Read once more, part by part. */
const isMadeOf = async (
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

import type { UploadSender } from '@snimok/contract/studies/uploads';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import type { Storage } from '../../../platform/outside/storage/storage.ts';
import { sizeOfPart } from '../../../platform/outside/storage/parts.ts';
import { listSentParts, multipartObject } from './parts.ts';
import { listUnjoinedFiles, type UploadRow } from '../upload-rows/queries.ts';
import { previewPictureKey, uploadPrefix } from './uploads.ts';

/**
 * Who sends the files of an upload, and when something last arrived. An interrupted upload differs from a running one only
 * in that nothing arrives. Undefined when the upload is completed.
 */
export const findSender = async (
  context: Context,
  who: Actor,
  upload: Pick<UploadRow, 'uuid' | 'status'>,
): Promise<z.output<typeof UploadSender> | undefined> => {
  if (upload.status !== 'uploading') return undefined;
  const { accountID, name, byProgram, activeAt } = await findLastActive(context.db, upload.uuid);
  const stored = await measureStored(context, upload.uuid);
  const lastAt = Math.max(activeAt.getTime(), stored.lastAt);
  return {
    name,
    isOwn: accountID === accountOf(who),
    byProgram,
    storedBytes: stored.bytes,
    silentSeconds: Math.max(0, Math.round((context.clock.now().getTime() - lastAt) / 1000)),
  };
};

/** URLs of a bucket are valid for ten minutes, so a sender asks for new ones at least that often. */
const BUCKET_SENDER_MS = 15 * 60_000;

/**
 * The silent uploads that have received an object since this time. Bytes that are sent to a bucket do not pass through
 * this server, so the bucket is asked about the uploads that were active lately.
 */
export const listArriving = async <Upload extends { uploadUUID: string; activeAt: Date }>(
  { storage, clock }: { storage: Pick<Storage, 'kind' | 'list'>; clock: Context['clock'] },
  silent: Upload[],
  since: Date,
): Promise<Upload[]> => {
  if (storage.kind !== 's3') return [];
  const earliest = clock.now().getTime() - BUCKET_SENDER_MS;
  const lately = silent.filter(({ activeAt }) => activeAt.getTime() >= earliest);
  const stored = await Promise.all(lately.map(({ uploadUUID }) => measureObjects(storage, uploadUUID)));
  return lately.filter((_, i) => (stored[i]?.lastAt ?? 0) >= since.getTime());
};

const findLastActive = (db: Tx, uploadUUID: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('accounts', (join) =>
      join.on('accounts.id', '=', sql<number>`coalesce(uploads.active_by, uploads.creator_id)`),
    )
    .select(['accounts.id as accountID', 'accounts.name', 'uploads.activeProgram as byProgram'])
    .select(({ fn }) => fn.coalesce('uploads.activeAt', 'uploads.createdAt').as('activeAt'))
    .where('uploads.uuid', '=', uploadUUID)
    .executeTakeFirstOrThrow();

/**
 * Ignores the parts of unfinished files, for which the store gives no time. Such files are registered again while they
 * are sent.
 */
const measureObjects = async (storage: Pick<Storage, 'list'>, uploadUUID: string) => {
  const stored = { bytes: 0, lastAt: 0 };
  for await (const { key, sizeBytes, modifiedAt } of storage.list(uploadPrefix(uploadUUID))) {
    if (key === previewPictureKey(uploadUUID)) continue;
    stored.bytes += sizeBytes;
    stored.lastAt = Math.max(stored.lastAt, modifiedAt.getTime());
  }
  return stored;
};

const measureStored = async (context: Context, uploadUUID: string) => {
  const stored = await measureObjects(context.storage, uploadUUID);
  for (const file of await listUnjoinedFiles(context.db, uploadUUID)) {
    const object = multipartObject(file);
    const numbers = new Set((await listSentParts(context, file))?.there.map(({ number }) => number));
    for (const number of numbers) stored.bytes += object ? sizeOfPart(object, number) : 0;
  }
  return stored;
};

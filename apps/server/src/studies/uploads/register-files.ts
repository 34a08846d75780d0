import { randomUUID } from 'node:crypto';
import { MAX_FILES } from '@snimok/contract/uploads';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { invalid } from '../../platform/errors.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import { uploadGrant, assertUploadOpen } from './grant.ts';
import { discardPartsOf, prepareParts, type SentParts } from './parts.ts';
import {
  countFiles,
  insertFiles,
  listFilesNamed,
  lockUpload,
  type NewFile,
  type StoredFile,
} from './queries.ts';
import { uploadPrefix } from './uploads.ts';

interface FileRequest {
  filename: string;
  filesize: number;
  inParts?: boolean | undefined;
}

/** Registers files and presigns their URLs. Keys are random: file names never become paths in the store. */
export const registerFiles = async (
  context: Context,
  who: Actor,
  uploadUUID: string,
  files: FileRequest[],
  origin: string,
) => {
  const { storage, clock, config } = context;
  // if a name occurs twice, the last one counts, as in two successive requests
  const latest = new Map(files.map((file) => [file.filename, file]));
  const targets = await replaceFiles(context, uploadUUID, [...latest.values()]);
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  const grant = uploadGrant(uploadUUID, who);
  return Promise.all(
    targets.map(async ({ row: { filename, sizeBytes, key }, parts }) => ({
      filename,
      presignedURL: await storage.presign({ method: 'PUT', key, sizeBytes, expiresAt, grant, origin }),
      parts,
    })),
  );
};

interface FileTarget {
  row: NewFile;
  parts?: SentParts | undefined;
}

type Registered = Map<string, StoredFile>;

const findRegistered = async (db: Tx, uploadUUID: string, files: FileRequest[]): Promise<Registered> => {
  const names = files.map(({ filename }) => filename);
  return new Map((await listFilesNamed(db, uploadUUID, names)).map((file) => [file.filename, file]));
};

/**
 * Replaces files with registered names, except those whose multipart upload continues. The store begins multipart
 * uploads before the upload's row is locked, because it may be slow. If another request has meanwhile registered one of
 * these files in parts, both have to continue the same multipart upload, so the preparation is repeated.
 */
const replaceFiles = async (
  context: Context,
  uploadUUID: string,
  files: FileRequest[],
): Promise<FileTarget[]> => {
  const { db } = context;
  for (;;) {
    const seen = await findRegistered(db, uploadUUID, files);
    const targets = await prepareTargets(context, uploadUUID, files, seen);
    let isRegistered = false;
    try {
      isRegistered = await db
        .transaction()
        .execute((tx) => insertTargets(tx, uploadUUID, files, targets, seen));
      if (isRegistered) return targets;
    } finally {
      if (!isRegistered) await discardBegun(context, targets, seen);
    }
  }
};

const prepareTargets = (
  context: Context,
  uploadUUID: string,
  files: FileRequest[],
  seen: Registered,
): Promise<FileTarget[]> =>
  Promise.all(
    files.map(async ({ filename, filesize, inParts }): Promise<FileTarget> => {
      const key = `${uploadPrefix(uploadUUID)}${randomUUID()}`;
      const row = { uploadUUID, filename, sizeBytes: filesize, key, partBytes: null, partsID: null };
      return inParts ? prepareParts(context, row, seen.get(filename)) : { row };
    }),
  );

/** False, without a change, if the rows that the preparation read have changed. */
const insertTargets = async (
  tx: Tx,
  uploadUUID: string,
  files: FileRequest[],
  targets: FileTarget[],
  seen: Registered,
): Promise<boolean> => {
  assertUploadOpen(await lockUpload(tx, uploadUUID));
  const registered = await findRegistered(tx, uploadUUID, files);
  const isOutdated = ({ filename, inParts }: FileRequest) =>
    inParts && !isSameRow(seen.get(filename), registered.get(filename));
  if (files.some(isOutdated)) return false;
  const changed = targets.filter(({ row }) => registered.get(row.filename)?.key !== row.key);
  const replaced = changed.flatMap(({ row }) => registered.get(row.filename) ?? []);
  if (changed.length > 0)
    await insertFiles(
      tx,
      changed.map(({ row }) => row),
    );
  await discardPartsOf(tx, replaced);
  if ((await countFiles(tx, uploadUUID)) > MAX_FILES) throw invalid(sentences.tooManyFiles);
  return true;
};

const isSameRow = (seen: StoredFile | undefined, now: StoredFile | undefined): boolean =>
  seen?.key === now?.key && (seen?.joinedFrom === null) === (now?.joinedFrom === null);

/** Removes the multipart uploads that were begun for rows that were not inserted. */
const discardBegun = async ({ storage }: Context, targets: FileTarget[], seen: Registered): Promise<void> => {
  const continued = new Set([...seen.values()].map(({ partsID }) => partsID));
  for (const { row } of targets) {
    const { key, partsID } = row;
    if (partsID !== null && !continued.has(partsID)) await storage.parts.discard({ key, partsID });
  }
};

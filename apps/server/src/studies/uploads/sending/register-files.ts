import { randomUUID } from 'node:crypto';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { uploadPermission } from '../../studies/downloads/url-permissions.ts';
import { assertUploadOpen, uploadURLExpiresAt } from './grant.ts';
import { findRevokedFiles, recordHolder } from './holders.ts';
import { discardPartsOf, prepareParts, type SentParts } from './parts.ts';
import {
  insertFiles,
  listFilesNamed,
  lockUpload,
  type NewFile,
  type StoredFile,
} from '../upload-rows/queries.ts';
import { uploadPrefix } from './uploads.ts';
import { countRegistered } from './usage.ts';

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
  const { storage } = context;
  // if a name occurs twice, the last one counts, as in two successive requests
  const latest = new Map(files.map((file) => [file.filename, file]));
  const targets = await replaceFiles(context, accountOf(who), uploadUUID, [...latest.values()]);
  await recordHolder(
    context,
    who,
    targets.map(({ row }) => row.key),
  );
  const options = { expiresAt: uploadURLExpiresAt(context), ...uploadPermission(who, uploadUUID), origin };
  return Promise.all(
    targets.map(async ({ row: { filename, sizeBytes, key }, parts }) => ({
      filename,
      presignedURL: await storage.presign({ method: 'PUT', key, sizeBytes, ...options }),
      parts: parts && { ...parts, ...(storage.parts.inflates && { deflate: true }) },
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
  accountID: number,
  uploadUUID: string,
  files: FileRequest[],
): Promise<FileTarget[]> => {
  const { db } = context;
  for (;;) {
    const seen = await findRegistered(db, uploadUUID, files);
    const targets = await prepareTargets(context, uploadUUID, files, seen);
    let isRegistered = false;
    try {
      isRegistered = await db.transaction().execute(async (tx) => {
        const changed = await insertTargets(tx, uploadUUID, files, targets, seen);
        if (changed) await countRegistered(context, tx, { uploadUUID, accountID }, changed);
        return changed !== null;
      });
      if (isRegistered) return targets;
    } finally {
      if (!isRegistered) await discardBegun(context, targets, seen);
    }
  }
};

const prepareTargets = async (
  context: Context,
  uploadUUID: string,
  files: FileRequest[],
  seen: Registered,
): Promise<FileTarget[]> => {
  const isRevoked = await findRevokedFiles(context, context.db, [...seen.values()]);
  return Promise.all(
    files.map(async ({ filename, filesize, inParts }): Promise<FileTarget> => {
      const key = `${uploadPrefix(uploadUUID)}${randomUUID()}`;
      const row = { uploadUUID, filename, sizeBytes: filesize, key, partBytes: null, partsID: null };
      const registered = seen.get(filename);
      const continued = registered && !isRevoked(registered) ? registered : undefined;
      return inParts ? prepareParts(context, row, continued) : { row };
    }),
  );
};

/** The inserted rows; null, without a change, if the rows that the preparation read have changed. */
const insertTargets = async (
  tx: Tx,
  uploadUUID: string,
  files: FileRequest[],
  targets: FileTarget[],
  seen: Registered,
): Promise<NewFile[] | null> => {
  assertUploadOpen(await lockUpload(tx, uploadUUID));
  const registered = await findRegistered(tx, uploadUUID, files);
  const isOutdated = ({ filename, inParts }: FileRequest) =>
    inParts && !isSameRow(seen.get(filename), registered.get(filename));
  if (files.some(isOutdated)) return null;
  const changed = targets
    .map(({ row }) => row)
    .filter(({ filename, key }) => registered.get(filename)?.key !== key);
  const replaced = changed.flatMap(({ filename }) => registered.get(filename) ?? []);
  if (changed.length > 0) await insertFiles(tx, changed);
  await discardPartsOf(tx, replaced);
  return changed;
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

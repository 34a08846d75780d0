import { randomUUID } from 'node:crypto';
import type { StudyPhase } from '@snimok/contract/studies/study-state';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { StoredObject } from '../../../platform/outside/storage/storage.ts';
import { findPatientIDOfStudy, type StudyRow } from '../../studies/study-rows/queries.ts';
import { phaseOfRow } from '../../studies/study-rows/study-state.ts';
import { deleteUnusedBundles, updateBundleETags } from '../upload-rows/bundle-queries.ts';
import { publishUploadChange } from '../upload-rows/publish-upload.ts';
import { assertUploadOpen } from './grant.ts';
import { findRevokedFiles } from './holders.ts';
import { processUpload } from '../upload-rows/jobs.ts';
import { discardPartsOf, listSentParts, type SentParts } from './parts.ts';
import {
  findOpenUpload,
  insertUpload,
  deleteFilesExcept,
  listFiles,
  lockUpload,
  type StoredFile,
  updateActivity,
  updateETags,
  updateUploadCompleted,
  type UploadRow,
} from '../upload-rows/queries.ts';
import { assertDayOpen } from './usage.ts';
import { sentences } from '../sentences.ts';

/** Prefix of the keys of an upload's files, which are removed after the study's object contains them. */
export const uploadPrefix = (uploadUUID: string) => `uploads/${uploadUUID}/`;

/** The key has the prefix of the upload's files, so that the picture is removed with them. */
export const previewPictureKey = (uploadUUID: string) => `${uploadPrefix(uploadUUID)}preview.jpg`;

const UPLOAD_REFUSED: Record<StudyPhase, string | null> = {
  preparing: null,
  restoring: sentences.studyNeedsNoFiles,
  available: sentences.studyNotInWork,
  archived: sentences.studyNotInWork,
};

/** The unfinished upload of a study, or a new one; simultaneous requests get the same upload. */
export const startUpload = async (
  { db, clock }: Context,
  study: StudyRow,
  creatorID: number,
): Promise<UploadRow> => {
  const refusal = UPLOAD_REFUSED[phaseOfRow(study)];
  if (refusal !== null) throw conflict(refusal);
  const newUpload = { uuid: randomUUID(), studyID: study.id, creatorID, createdAt: clock.now() };
  const insert = () =>
    db.transaction().execute(async (tx) => {
      const inserted = await insertUpload(tx, newUpload);
      if (inserted) await publishUploadChange(tx, inserted.uuid);
      return inserted;
    });
  const upload =
    (await findOpenUpload(db, study.id)) ?? (await insert()) ?? (await findOpenUpload(db, study.id));
  // between the two queries another request's upload was inserted and processed: the study is done by now
  if (!upload) throw conflict(sentences.studyNotInWork);
  return upload;
};

/** Called whenever a client asks where to send files; other assistants then see that the upload goes on. */
export const markActive = async ({ db, clock }: Context, who: Actor, uploadUUID: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const sender = { accountID: accountOf(who), byProgram: who.kind === 'desktop' };
    if (await updateActivity(tx, uploadUUID, { now: clock.now(), sender }))
      await publishUploadChange(tx, uploadUUID);
  });

interface SentFile {
  filename: string;
  filesize: number;
  uploaded: boolean;
  parts?: SentParts | undefined;
}

/** The registered files, and for each whether it was sent completely. */
export const listSentFiles = async (context: Context, uploadUUID: string): Promise<SentFile[]> => {
  const { db } = context;
  const files = await listFiles(db, uploadUUID);
  if (files.length === 0) return [];
  const stored = await storedByKey(context, uploadUUID);
  const isRevoked = await findRevokedFiles(context, db, files);
  return Promise.all(
    files.map(async (file) => {
      const { filename, sizeBytes: filesize } = file;
      if (isRevoked(file)) return { filename, filesize, uploaded: false };
      const uploaded = stored.get(file.objectKey)?.sizeBytes === file.objectBytes;
      const parts = uploaded ? undefined : await listSentParts(context, file);
      return { filename, filesize, uploaded, parts };
    }),
  );
};

/** The stored files, from a single listing of the store. */
const storedByKey = async ({ storage }: Pick<Context, 'storage'>, uploadUUID: string) => {
  const stored = new Map<string, StoredObject>();
  for await (const object of storage.list(uploadPrefix(uploadUUID))) stored.set(object.key, object);
  return stored;
};

interface Closing {
  finalFiles: string[] | 'all';
  holdIfDiffers?: boolean | undefined;
  ifRepeated?: 'hold' | 'publish' | undefined;
}

/**
 * Closes an upload and enqueues its processing in one transaction, so that every completed upload is processed. Files
 * that the request does not list are deleted; with `all` no file is deleted.
 */
export const completeUpload = async (
  context: Context,
  by: Initiator,
  uploadUUID: string,
  { finalFiles: chosen, holdIfDiffers = false, ifRepeated }: Closing,
): Promise<UploadRow> => {
  // listed before the transaction locks rows, because the store may be slow
  const stored = await storedByKey(context, uploadUUID);
  return context.db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    assertUploadOpen(upload);
    // under the lock no further file can be registered
    const finalFiles =
      chosen === 'all' ? (await listFiles(tx, uploadUUID)).map(({ filename }) => filename) : chosen;
    if (finalFiles.length === 0) throw invalid(sentences.noFinalFiles);
    const files = await assertAllSent(context, tx, { uploadUUID, finalFiles, stored });
    const etags = etagsOf(files, stored);
    await updateETags(tx, etags);
    await updateBundleETags(tx, etags);
    if (upload.isMetered) await assertDayOpen(context, tx, upload.creatorID);
    await discardPartsOf(tx, await deleteFilesExcept(tx, uploadUUID, finalFiles));
    await deleteUnusedBundles(tx, uploadUUID);
    const closing = { completedAt: context.clock.now(), holdIfDiffers, ifRepeated: ifRepeated ?? null };
    await updateUploadCompleted(tx, uploadUUID, closing);
    const { studyID } = upload;
    const patientID = await findPatientIDOfStudy(tx, studyID);
    const details = { files: finalFiles.length };
    await record(tx, by, { action: 'study.upload', studyID, patientID, details });
    const job = { key: `process-upload:${uploadUUID}`, isBackground: !upload.isMetered };
    await enqueue(tx, processUpload, { uploadUUID }, job);
    await publishUploadChange(tx, uploadUUID);
    return { ...upload, status: 'completed' };
  });
};

interface Completion {
  uploadUUID: string;
  finalFiles: string[];
  stored: Map<string, StoredObject>;
}

const assertAllSent = async (
  context: Context,
  tx: Tx,
  { uploadUUID, finalFiles, stored }: Completion,
): Promise<StoredFile[]> => {
  const files = await listFiles(tx, uploadUUID);
  const registered = new Map(files.map((file) => [file.filename, file]));
  const isRevoked = await findRevokedFiles(context, tx, files);
  return finalFiles.map((filename) => {
    const file = registered.get(filename);
    if (!file) throw invalid(sentences.fileNeverRegistered(filename.slice(0, 200)));
    const object = stored.get(file.objectKey);
    if (!object) throw invalid(sentences.fileIncomplete(filename));
    if (object.sizeBytes !== file.objectBytes) throw invalid(sentences.fileSizeDiffers(filename));
    if (isRevoked(file)) throw invalid(sentences.fileOfRevoked(filename));
    return file;
  });
};

const etagsOf = (files: StoredFile[], stored: Map<string, StoredObject>): Map<string, string> =>
  new Map(
    files.flatMap(({ objectKey }): [string, string][] => {
      const etag = stored.get(objectKey)?.etag;
      return etag === undefined ? [] : [[objectKey, etag]];
    }),
  );

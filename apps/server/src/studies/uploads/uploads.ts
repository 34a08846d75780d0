import { randomUUID } from 'node:crypto';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { sentences } from '../../platform/sentences.ts';
import { findPatientIDOfStudy, type StudyRow } from '../studies/queries.ts';
import { isBeingRestored } from '../studies/restoring.ts';
import { publishUploadChange } from './publish-upload.ts';
import { assertUploadOpen } from './grant.ts';
import { processUpload } from './jobs.ts';
import { discardPartsOf, listSentParts, type SentParts } from './parts.ts';
import {
  findOpenUpload,
  insertUpload,
  deleteFilesExcept,
  listFiles,
  lockUpload,
  updateUploadCompleted,
  type UploadRow,
} from './queries.ts';
import { assertDayOpen } from './usage.ts';

/** Prefix of the keys of an upload's files, which are removed after the study's object contains them. */
export const uploadPrefix = (uploadUUID: string) => `uploads/${uploadUUID}/`;

/** The unfinished upload of a study, or a new one; simultaneous requests get the same upload. */
export const startUpload = async (
  { db, clock }: Context,
  study: StudyRow,
  creatorID: number,
): Promise<UploadRow> => {
  if (isBeingRestored(study)) throw conflict(sentences.studyNeedsNoFiles);
  if (study.status !== 'in-work') throw conflict(sentences.studyNotInWork);
  const newUpload = { uuid: randomUUID(), studyID: study.id, creatorID, createdAt: clock.now() };
  const upload =
    (await findOpenUpload(db, study.id)) ??
    (await insertUpload(db, newUpload)) ??
    (await findOpenUpload(db, study.id));
  // between the two queries another request's upload was inserted and processed: the study is done by now
  if (!upload) throw conflict(sentences.studyNotInWork);
  return upload;
};

interface SentFile {
  filename: string;
  filesize: number;
  uploaded: boolean;
  parts?: SentParts | undefined;
}

/** The registered files, and for each whether it was sent completely. */
export const listSentFiles = async ({ db, storage }: Context, uploadUUID: string): Promise<SentFile[]> => {
  const files = await listFiles(db, uploadUUID);
  if (files.length === 0) return [];
  const storedSizes = await sizesByKey({ storage }, uploadUUID);
  return Promise.all(
    files.map(async (file) => {
      const uploaded = storedSizes.get(file.key) === file.sizeBytes;
      const parts = uploaded ? undefined : await listSentParts({ storage }, file);
      return { filename: file.filename, filesize: file.sizeBytes, uploaded, parts };
    }),
  );
};

/** Sizes of the stored files, from a single listing of the store. */
const sizesByKey = async ({ storage }: Pick<Context, 'storage'>, uploadUUID: string) => {
  const sizes = new Map<string, number>();
  for await (const { key, sizeBytes } of storage.list(uploadPrefix(uploadUUID))) sizes.set(key, sizeBytes);
  return sizes;
};

/** Closes an upload and enqueues its processing in one transaction, so that every completed upload is processed. */
export const completeUpload = async (
  context: Context,
  by: Initiator,
  uploadUUID: string,
  finalFiles: string[],
): Promise<UploadRow> => {
  // listed before the transaction locks rows, because the store may be slow
  const storedSizes = await sizesByKey(context, uploadUUID);
  return context.db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    assertUploadOpen(upload);
    if (finalFiles.length === 0) throw invalid(sentences.noFinalFiles);
    await assertAllSent(tx, uploadUUID, finalFiles, storedSizes);
    await assertDayOpen(context, tx, upload.creatorID);
    await discardPartsOf(tx, await deleteFilesExcept(tx, uploadUUID, finalFiles));
    await updateUploadCompleted(tx, uploadUUID, context.clock.now());
    const { studyID } = upload;
    const patientID = await findPatientIDOfStudy(tx, studyID);
    const details = { files: finalFiles.length };
    await record(tx, by, { action: 'study.upload', studyID, patientID, details });
    await enqueue(tx, processUpload, { uploadUUID }, { key: `process-upload:${uploadUUID}` });
    await publishUploadChange(tx, uploadUUID);
    return { ...upload, status: 'completed' };
  });
};

const assertAllSent = async (
  tx: Tx,
  uploadUUID: string,
  finalFiles: string[],
  storedSizes: Map<string, number>,
) => {
  const registered = new Map((await listFiles(tx, uploadUUID)).map((file) => [file.filename, file]));
  for (const filename of finalFiles) {
    const file = registered.get(filename);
    if (!file) throw invalid(sentences.fileNeverRegistered(filename.slice(0, 200)));
    const sizeBytes = storedSizes.get(file.key);
    if (sizeBytes === undefined) throw invalid(sentences.fileIncomplete(filename));
    if (sizeBytes !== file.sizeBytes) throw invalid(sentences.fileSizeDiffers(filename));
  }
};

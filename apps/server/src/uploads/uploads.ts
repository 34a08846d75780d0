import { randomUUID } from 'node:crypto';
import { MAX_FILES } from '@snimok/contract/uploads';
import type { Actor } from '../access/actor.ts';
import { type By, record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { conflict, invalid } from '../errors.ts';
import { enqueue } from '../jobs.ts';
import { after } from '../outside/clock.ts';
import { sentences } from '../sentences.ts';
import type { StudyRow } from '../studies/queries.ts';
import { isComingBack } from '../studies/restoring.ts';
import { announceUpload } from './announce.ts';
import { processUpload } from './jobs.ts';
import {
  countFiles,
  findOpenUpload,
  insertFiles,
  insertUpload,
  keepOnly,
  listFiles,
  lockUpload,
  markCompleted,
  type UploadRow,
} from './queries.ts';

/** Everything that was sent for an upload lies under this prefix until the study's object holds it. */
export const uploadPrefix = (uploadUUID: string) => `uploads/${uploadUUID}/`;

/** The unfinished upload of a study, or a new one: of two requests at once both get the same. */
export const startUpload = async (
  { db, clock }: Context,
  study: StudyRow,
  creatorID: number,
): Promise<UploadRow> => {
  if (isComingBack(study)) throw conflict(sentences.studyNeedsNoFiles);
  if (study.status !== 'in-work') throw conflict(sentences.studyNotInWork);
  const wish = { uuid: randomUUID(), studyID: study.id, creatorID, createdAt: clock.now() };
  const upload =
    (await findOpenUpload(db, study.id)) ??
    (await insertUpload(db, wish)) ??
    (await findOpenUpload(db, study.id));
  // the other request's upload was made and processed between our two looks: the study is done by now
  if (!upload) throw conflict(sentences.studyNotInWork);
  return upload;
};

export interface SentFile {
  filename: string;
  filesize: number;
  uploaded: boolean;
}

/** What is registered, and what of it is there whole. */
export const filesSoFar = async ({ db, storage }: Context, uploadUUID: string): Promise<SentFile[]> => {
  const files = await listFiles(db, uploadUUID);
  if (files.length === 0) return [];
  const there = await sizesInStore({ storage }, uploadUUID);
  return files.map(({ filename, sizeBytes, key }) => ({
    filename,
    filesize: sizeBytes,
    uploaded: there.get(key) === sizeBytes,
  }));
};

/** One listing, however many files. */
const sizesInStore = async ({ storage }: Pick<Context, 'storage'>, uploadUUID: string) => {
  const sizes = new Map<string, number>();
  for await (const { key, sizeBytes } of storage.list(uploadPrefix(uploadUUID))) sizes.set(key, sizeBytes);
  return sizes;
};

const mustBeOpen = (upload: { status: string }) => {
  if (upload.status !== 'uploading') throw conflict(sentences.uploadClosed);
};

/** Registers files and says where each is to be put. The keys are ours: names never become paths in the store. */
export const registerFiles = async (
  { db, storage, clock, config }: Context,
  who: Actor,
  uploadUUID: string,
  files: { filename: string; filesize: number }[],
  origin: string,
) => {
  // a name twice in one wish: the last one counts, as if they had come one after the other
  const latest = new Map(files.map((file) => [file.filename, file]));
  const rows = [...latest.values()].map(({ filename, filesize }) => ({
    uploadUUID,
    filename,
    sizeBytes: filesize,
    key: `${uploadPrefix(uploadUUID)}${randomUUID()}`,
  }));
  await db.transaction().execute(async (tx) => {
    mustBeOpen(await lockUpload(tx, uploadUUID));
    await insertFiles(tx, rows);
    if ((await countFiles(tx, uploadUUID)) > MAX_FILES) throw invalid(sentences.tooManyFiles);
  });
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  // what is being processed is not to change under the worker's hands, nor is a program to go on that was sent away
  const grant = `upload:${uploadUUID}${who.kind === 'desktop' ? `:desktop:${who.grantID}` : ''}`;
  return Promise.all(
    rows.map(async ({ filename, sizeBytes, key }) => ({
      filename,
      presignedURL: await storage.presign({ method: 'PUT', key, sizeBytes, expiresAt, grant, origin }),
    })),
  );
};

/** Closes an upload and hands it to a worker, in one transaction: an upload that is answered as completed is processed. */
export const completeUpload = async (
  context: Context,
  by: By,
  uploadUUID: string,
  finalFiles: string[],
): Promise<UploadRow> =>
  context.db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    mustBeOpen(upload);
    if (finalFiles.length === 0) throw invalid(sentences.noFinalFiles);
    await checkAllThere(context, tx, uploadUUID, finalFiles);
    await keepOnly(tx, uploadUUID, finalFiles);
    await markCompleted(tx, uploadUUID, context.clock.now());
    const { studyID } = upload;
    const { patientID } = await tx
      .selectFrom('studies')
      .select('patientID')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
    const details = { files: finalFiles.length };
    await record(tx, by, { action: 'study.upload', studyID, patientID, details });
    await enqueue(tx, processUpload, { uploadUUID }, { key: `process-upload:${uploadUUID}` });
    await announceUpload(tx, uploadUUID);
    return { ...upload, status: 'completed' };
  });

const checkAllThere = async (context: Context, tx: Tx, uploadUUID: string, finalFiles: string[]) => {
  const registered = new Map((await listFiles(tx, uploadUUID)).map((file) => [file.filename, file]));
  const there = await sizesInStore(context, uploadUUID);
  for (const filename of finalFiles) {
    const file = registered.get(filename);
    if (!file) throw invalid(sentences.fileNeverRegistered(filename.slice(0, 200)));
    const sizeBytes = there.get(file.key);
    if (sizeBytes === undefined) throw invalid(sentences.fileNotThere(filename));
    if (sizeBytes !== file.sizeBytes) throw invalid(sentences.fileOtherSize(filename));
  }
};

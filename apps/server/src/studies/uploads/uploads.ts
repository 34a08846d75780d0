import { randomUUID } from 'node:crypto';
import { MAX_FILES } from '@snimok/contract/uploads';
import type { Actor } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/outside/clock.ts';
import { sentences } from '../../platform/sentences.ts';
import type { StudyRow } from '../studies/queries.ts';
import { isBeingRestored } from '../studies/restoring.ts';
import { publishUploadChange } from './publish-upload.ts';
import { uploadGrant, assertUploadOpen } from './grant.ts';
import { processUpload } from './jobs.ts';
import { discardPartsOf, listSentParts, prepareParts, type SentParts } from './parts.ts';
import {
  type NewFile,
  countFiles,
  findOpenUpload,
  insertFiles,
  insertUpload,
  deleteFilesExcept,
  listFiles,
  listFilesNamed,
  lockUpload,
  updateUploadCompleted,
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
  if (isBeingRestored(study)) throw conflict(sentences.studyNeedsNoFiles);
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
  parts?: SentParts | undefined;
}

/** What is registered, and what of it is there whole. */
export const listSentFiles = async ({ db, storage }: Context, uploadUUID: string): Promise<SentFile[]> => {
  const files = await listFiles(db, uploadUUID);
  if (files.length === 0) return [];
  const there = await sizesInStore({ storage }, uploadUUID);
  return Promise.all(
    files.map(async (file) => {
      const uploaded = there.get(file.key) === file.sizeBytes;
      const parts = uploaded ? undefined : await listSentParts({ storage }, file);
      return { filename: file.filename, filesize: file.sizeBytes, uploaded, parts };
    }),
  );
};

/** One listing, however many files. */
const sizesInStore = async ({ storage }: Pick<Context, 'storage'>, uploadUUID: string) => {
  const sizes = new Map<string, number>();
  for await (const { key, sizeBytes } of storage.list(uploadPrefix(uploadUUID))) sizes.set(key, sizeBytes);
  return sizes;
};

export interface FileRequest {
  filename: string;
  filesize: number;
  inParts?: boolean | undefined;
}

/** Registers files and says where each is to be put. The keys are ours: names never become paths in the store. */
export const registerFiles = async (
  context: Context,
  who: Actor,
  uploadUUID: string,
  files: FileRequest[],
  origin: string,
) => {
  const { db, storage, clock, config } = context;
  // a name twice in one wish: the last one counts, as if they had come one after the other
  const latest = new Map(files.map((file) => [file.filename, file]));
  const places = await db.transaction().execute(async (tx) => {
    assertUploadOpen(await lockUpload(tx, uploadUUID));
    const placed = await placeFiles(context, tx, uploadUUID, [...latest.values()]);
    if ((await countFiles(tx, uploadUUID)) > MAX_FILES) throw invalid(sentences.tooManyFiles);
    return placed;
  });
  const expiresAt = after(clock.now(), config.presignedURLMaxAgeMs);
  const grant = uploadGrant(uploadUUID, who);
  return Promise.all(
    places.map(async ({ row: { filename, sizeBytes, key }, parts }) => ({
      filename,
      presignedURL: await storage.presign({ method: 'PUT', key, sizeBytes, expiresAt, grant, origin }),
      parts,
    })),
  );
};

interface Place {
  row: NewFile;
  parts?: SentParts | undefined;
}

/** A name that is known is replaced, save a file in parts that goes on. */
const placeFiles = async (context: Context, tx: Tx, uploadUUID: string, files: FileRequest[]) => {
  const names = files.map(({ filename }) => filename);
  const known = new Map((await listFilesNamed(tx, uploadUUID, names)).map((file) => [file.filename, file]));
  const places = await Promise.all(
    files.map(async ({ filename, filesize, inParts }): Promise<Place> => {
      const key = `${uploadPrefix(uploadUUID)}${randomUUID()}`;
      const row = { uploadUUID, filename, sizeBytes: filesize, key, partBytes: null, partsID: null };
      return inParts ? prepareParts(context, row, known.get(filename)) : { row };
    }),
  );
  const changed = places.filter(({ row }) => known.get(row.filename)?.key !== row.key);
  const replaced = changed.flatMap(({ row }) => known.get(row.filename) ?? []);
  if (changed.length > 0)
    await insertFiles(
      tx,
      changed.map(({ row }) => row),
    );
  await discardPartsOf(tx, replaced);
  return places;
};

/** Closes an upload and hands it to a worker, in one transaction: an upload that is answered as completed is processed. */
export const completeUpload = async (
  context: Context,
  by: Initiator,
  uploadUUID: string,
  finalFiles: string[],
): Promise<UploadRow> => {
  // before anything is held: a store may take its time
  const there = await sizesInStore(context, uploadUUID);
  return context.db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    assertUploadOpen(upload);
    if (finalFiles.length === 0) throw invalid(sentences.noFinalFiles);
    await checkAllThere(tx, uploadUUID, finalFiles, there);
    await discardPartsOf(tx, await deleteFilesExcept(tx, uploadUUID, finalFiles));
    await updateUploadCompleted(tx, uploadUUID, context.clock.now());
    const { studyID } = upload;
    const { patientID } = await tx
      .selectFrom('studies')
      .select('patientID')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
    const details = { files: finalFiles.length };
    await record(tx, by, { action: 'study.upload', studyID, patientID, details });
    await enqueue(tx, processUpload, { uploadUUID }, { key: `process-upload:${uploadUUID}` });
    await publishUploadChange(tx, uploadUUID);
    return { ...upload, status: 'completed' };
  });
};

const checkAllThere = async (
  tx: Tx,
  uploadUUID: string,
  finalFiles: string[],
  /** what the store has, by key */
  there: Map<string, number>,
) => {
  const registered = new Map((await listFiles(tx, uploadUUID)).map((file) => [file.filename, file]));
  for (const filename of finalFiles) {
    const file = registered.get(filename);
    if (!file) throw invalid(sentences.fileNeverRegistered(filename.slice(0, 200)));
    const sizeBytes = there.get(file.key);
    if (sizeBytes === undefined) throw invalid(sentences.fileIncomplete(filename));
    if (sizeBytes !== file.sizeBytes) throw invalid(sentences.fileSizeDiffers(filename));
  }
};

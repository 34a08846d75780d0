import type { Context } from '../../platform/context.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { deleteExamined } from './upload-rows/preview-queries.ts';
import { listFilesInParts } from './upload-rows/queries.ts';
import { uploadPrefix } from './sending/uploads.ts';

/** Removes the uploaded files, which the study's object also contains. */
const discardSentFiles = async (
  { db, storage }: Context,
  { uploadUUID }: { uploadUUID: string },
): Promise<void> => {
  // the parts of an unfinished multipart upload are no objects in S3, so `removeAll` does not find them
  for (const { key, partsID } of await listFilesInParts(db, [uploadUUID])) {
    if (partsID !== null) await storage.parts.discard({ key, partsID });
  }
  await storage.removeAll(uploadPrefix(uploadUUID));
  await deleteExamined(db, uploadUUID);
};

export const discardUpload = job('discard-upload', {
  attempts: 12,
  pool: 'short',
  removesObjects: true,
  run: discardSentFiles,
});

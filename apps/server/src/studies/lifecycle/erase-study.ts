import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { deleteDerivedOfStudy } from '../objects/runs.ts';
import { deleteStudyRow } from '../studies/erase-queries.ts';
import { uploadURLExpiresAt } from '../uploads/sending/grant.ts';
import { discardUpload } from '../uploads/discard-files.ts';
import { discardPartsOf } from '../uploads/sending/parts.ts';
import { listFilesInParts } from '../uploads/upload-rows/queries.ts';
import { listUploadsToDiscard, lockPatients } from './queries.ts';

/** What a deleted study leaves in the stores under the id of an object or of an upload. */
export interface StudyTrace {
  objectID: string;
  /** keys that no other study uses */
  warm: string[];
}

/**
 * Deletes the row of a study whatever its state, with all rows that belong to it. Returns what is left in the stores:
 * the object, which other studies may use, and everything of its uploads. Undefined if the study is deleted already.
 */
export const eraseStudyRows = async (
  context: Context,
  tx: Tx,
  { studyID, patientID }: { studyID: number; patientID: number },
): Promise<StudyTrace[] | undefined> => {
  await lockPatients(tx, [patientID]);
  const uploads = await listUploadsToDiscard(tx, studyID);
  const uuids = uploads.map(({ uuid }) => uuid);
  const filesInParts = await listFilesInParts(tx, uuids);
  const derived = await deleteDerivedOfStudy(tx, studyID);
  const study = await deleteStudyRow(tx, studyID);
  if (!study) return undefined;
  await discardPartsOf(tx, filesInParts);
  for (const uploadUUID of uuids) await discardLater(context, tx, uploadUUID);
  return [
    ...derived.map(({ objectID, keys }) => ({ objectID, warm: keys })),
    ...uploads.map(({ uuid, unpublishedKeys }) => ({ objectID: uuid, warm: unpublishedKeys })),
    ...(study.objectID === null ? [] : [{ objectID: study.objectID, warm: [] }]),
  ];
};

/** Discards the files once more, because a bucket accepts its presigned URLs until they expire. */
const discardLater = async (context: Context, tx: Tx, uploadUUID: string): Promise<void> => {
  if (context.storage.kind !== 's3') return;
  const options = { key: `discard-upload:${uploadUUID}:later`, runAt: uploadURLExpiresAt(context) };
  await enqueue(tx, discardUpload, { uploadUUID }, options);
};

import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { enqueueRemoval } from '../../../studies/objects/jobs.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { eraseStudyRows } from '../../../studies/lifecycle/erase-study.ts';
import { discardUpload } from '../../../studies/uploads/discard-files.ts';
import { assertRun, type ClaimedImport } from '../import-queries.ts';
import { deleteInstances, updatePublishedHashes } from '../instance-queries.ts';
import { sentences } from '../sentences.ts';
import { listInProcessing, updateRow } from '../study-queries.ts';

interface Begun {
  id: number;
  studyID: number | null;
  patientID: number | null;
  uploadUUID?: string | null;
}

/** The studies whose files are being processed or wait for it, and the size of these files. */
export interface InProcessing {
  studies: number;
  bytes: number;
}

/** Records which of the studies in processing are published or have failed. Returns those that are still in processing. */
export const endProcessed = async (context: Context, row: ClaimedImport): Promise<InProcessing> => {
  const { db, clock } = context;
  const left = { studies: 0, bytes: 0 };
  for (const { id, studyID, patientID, status, error, bytes } of await listInProcessing(db, row.id)) {
    if (status !== null && status !== 'processed') {
      left.studies += 1;
      left.bytes += bytes;
      continue;
    }
    const isPublished = status === 'processed' && error === null && studyID !== null;
    await db.transaction().execute(async (tx) => {
      await assertRun(tx, row);
      if (!isPublished)
        return failStudy(context, tx, { id, studyID, patientID }, error ?? sentences.studyGone);
      await updatePublishedHashes(tx, id, studyID);
      await updateRow(tx, id, { state: 'done', finishedAt: clock.now() });
    });
  }
  return left;
};

/** Removes what a study that cannot be imported has in the portal; its row says why. */
export const failStudy = async (context: Context, tx: Tx, begun: Begun, error: string): Promise<void> => {
  await undoStudy(context, tx, begun);
  const finishedAt = context.clock.now();
  await updateRow(tx, begun.id, { state: 'failed', error, finishedAt, studyID: null, uploadUUID: null });
};

/** Deletes the study without files, its upload and what was sent; the card remains. */
export const undoStudy = async (context: Context, tx: Tx, { id, studyID, patientID, uploadUUID }: Begun) => {
  await deleteInstances(tx, id);
  if (studyID === null || patientID === null) return;
  const traces = await eraseStudyRows(context, tx, { studyID, patientID });
  const warm = (traces ?? []).flatMap((trace) => trace.warm);
  if (warm.length > 0) await enqueueRemoval(tx, { warm });
  for (const uuid of new Set([uploadUUID, ...(traces ?? []).map(({ objectID }) => objectID)]))
    if (uuid) await enqueue(tx, discardUpload, { uploadUUID: uuid }, { key: `discard-upload:${uuid}` });
};

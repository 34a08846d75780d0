import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { processUpload } from '../upload-rows/jobs.ts';
import { publishUploadChange } from '../upload-rows/publish-upload.ts';

/**
 * Has the held uploads of moved studies compared with their new card. Skips uploads that another transaction has
 * locked: they are being released or stopped, and waiting for them could deadlock.
 */
export const compareHeldUploads = async (tx: Tx, studyIDs: readonly number[]): Promise<void> => {
  const held = await tx
    .selectFrom('uploads')
    .select('uuid')
    .where(sql<boolean>`study_id = any(${studyIDs}::bigint[])`)
    .where('held', 'is not', null)
    .orderBy('uuid')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { uuid } of held) {
    await tx.updateTable('uploads').set({ held: null }).where('uuid', '=', uuid).execute();
    await enqueue(tx, processUpload, { uploadUUID: uuid }, { key: `process-upload:${uuid}` });
    await publishUploadChange(tx, uuid);
  }
};

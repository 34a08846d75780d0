import { UploadStatus } from '@snimok/contract/studies/uploads';
import type { Tx } from '../../../platform/db/client.ts';
import { publish } from '../../../platform/realtime/publish.ts';

/** Publishes status and progress of an upload to all assistants. */
export const publishUploadChange = async (tx: Tx, uploadUUID: string): Promise<void> => {
  const { studyID, status, progress } = await tx
    .selectFrom('uploads')
    .select(['studyID', 'status', 'progress'])
    .where('uuid', '=', uploadUUID)
    .executeTakeFirstOrThrow();
  await publish(tx, ['assistants'], {
    type: 'upload_progress',
    data: { studyID, uploadUUID, status: UploadStatus.parse(status), progress },
  });
};

import { UploadStatus } from '@snimok/contract/uploads';
import type { Tx } from '../../platform/db/client.ts';
import { announce } from '../../platform/realtime/announce.ts';

/** How far an upload is, for every assistant who looks on. */
export const announceUpload = async (tx: Tx, uploadUUID: string): Promise<void> => {
  const { studyID, status, progress } = await tx
    .selectFrom('uploads')
    .select(['studyID', 'status', 'progress'])
    .where('uuid', '=', uploadUUID)
    .executeTakeFirstOrThrow();
  await announce(tx, ['assistants'], {
    type: 'upload_progress',
    data: { studyID, uploadUUID, status: UploadStatus.parse(status), progress },
  });
};

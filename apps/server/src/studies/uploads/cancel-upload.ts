import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findPatientIDOfStudy } from '../studies/study-rows/queries.ts';
import { assertUploadOpen, uploadURLExpiresAt } from './sending/grant.ts';
import { discardUpload } from './discard-files.ts';
import { discardPartsOf } from './sending/parts.ts';
import { publishUploadChange } from './upload-rows/publish-upload.ts';
import { deleteUpload, listFilesInParts, lockUpload } from './upload-rows/queries.ts';

/**
 * Deletes an upload that is not completed, or waits for a decision about its patient. Its presigned URLs stop working,
 * and a job removes what was sent. The study remains and can be uploaded again.
 */
export const cancelUpload = async (context: Context, by: Initiator, uploadUUID: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const upload = await lockUpload(tx, uploadUUID);
    if (upload.held === null) assertUploadOpen(upload);
    const { studyID } = upload;
    const patientID = await findPatientIDOfStudy(tx, studyID);
    await publishUploadChange(tx, uploadUUID);
    await discardPartsOf(tx, await listFilesInParts(tx, [uploadUUID]));
    await deleteUpload(tx, uploadUUID);
    const key = `discard-upload:${uploadUUID}`;
    await enqueue(tx, discardUpload, { uploadUUID }, { key });
    // a bucket accepts its presigned URLs until they expire
    if (context.storage.kind === 's3') {
      const later = { key: `${key}:later`, runAt: uploadURLExpiresAt(context) };
      await enqueue(tx, discardUpload, { uploadUUID }, later);
    }
    await record(tx, by, { action: 'study.cancel-upload', studyID, patientID });
  });

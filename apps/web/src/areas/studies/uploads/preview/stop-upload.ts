import { cancelUpload } from '@snimok/contract/studies/uploads';
import { call, CallProblem } from '../../../../shared/calls/call.ts';
import { showFailure } from '../../../../shared/failures/show-failure.ts';
import { forgetUpload } from '../send/uploads.ts';
import { addStopped } from './stopped-uploads.ts';

/**
 * Stops an upload for everybody and removes what was sent. An older server knows no such call: it keeps the files, and
 * the study's card offers to continue. True if nothing of the upload remains or nothing can be published.
 */
export async function stopUpload(studyID: number, uploadUUID: string): Promise<boolean> {
  forgetUpload(studyID);
  try {
    await call(cancelUpload, { params: { uploadUUID } });
    addStopped(uploadUUID);
  } catch (reason) {
    if (!(reason instanceof CallProblem && reason.status === 404)) {
      showFailure(reason);
      return false;
    }
  }
  return true;
}

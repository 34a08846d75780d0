import { completeUpload, registerFiles, startUpload } from '@snimok/contract/uploads';
import { CallProblem, call } from '../../../shared/call.ts';
import { sentences } from '../../../shared/sentences.ts';
import type { Portal } from './portal.ts';
import { SendProblem } from './problem.ts';
import { putFile } from './put-file.ts';

/** The portal as it really is; the tests have one of their own. */
export const portal: Portal = {
  start: (studyID) => told(call(startUpload, { params: { studyID } })),
  register: async (uploadUUID, files) =>
    (await told(call(registerFiles, { params: { uploadUUID }, body: { files } }))).files,
  put: putFile,
  complete: (uploadUUID, finalFiles) =>
    told(call(completeUpload, { params: { uploadUUID }, body: { finalFiles } })),
};

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (problem) {
    if (!(problem instanceof CallProblem)) throw problem;
    const { status, error, retryAfterSeconds } = problem;
    const sentence = error ?? (status === undefined ? sentences.page.noAnswer : sentences.common.later);
    throw new SendProblem(sentence, status ?? null, retryAfterSeconds ?? null);
  }
}

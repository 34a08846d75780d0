import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import type { UploadApi } from '@snimok/api-client/transfer/upload-api';
import { expect, test } from 'vitest';
import { beginUpload, forgetUpload, isSentByTab, retryUpload } from './uploads.ts';

const notExpected = () => Promise.reject(new Error('not expected'));

test('a failed upload does not keep another tab from sending the files, and can be repeated', async () => {
  const studyID = 17;
  const first = Promise.withResolvers<void>();
  const repeated = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<never>();
  let starts = 0;
  const portal: UploadApi<File> = {
    start: async () => {
      starts += 1;
      (starts === 1 ? first : repeated).resolve();
      return refused.promise;
    },
    register: notExpected,
    put: notExpected,
    checksum: notExpected,
    partURL: notExpected,
    joinParts: notExpected,
    complete: notExpected,
  };
  const shownAs = { patientName: 'Иванова Анна', path: '/' };
  const upload = beginUpload({ studyID, files: [], keep: [] }, portal, shownAs, notExpected);
  await first.promise;
  expect(await isSentByTab(studyID)).toBe(true);
  refused.reject(new SendProblem('Недостаточно прав.', 403));
  await upload.stopped;
  expect(upload.snapshot.stage).toBe('failed');
  await expect.poll(() => isSentByTab(studyID)).toBe(false);
  void retryUpload(studyID, notExpected);
  await repeated.promise;
  await upload.stopped;
  forgetUpload(studyID);
  await expect.poll(() => isSentByTab(studyID)).toBe(false);
});

import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { bundleOf, registerBundlesOf, sendBundles } from '../../testing/scans/bundles.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { putBytes, registerInParts, startUploadOf } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { FILENAME, fileOf, startUploadToSend, storedUploads } from './sending/parts.fixture.ts';
import { complete } from './sending/upload.fixture.ts';

test('a stopped upload is removed with everything that was sent, and the study can be uploaded again', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const path = `/assistant/uploads/${uploadUUID}`;
  const first = volume(2);
  const second = volume(1, 'Другая');
  await sendBundles(assistant, uploadUUID, [bundleOf(first)]);
  const late = bundleOf(second, { number: 1 });
  const [target] = await registerBundlesOf(assistant, uploadUUID, [late]);
  await (await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'))).send(1);

  const colleague = await server.as(await server.make.assistant());
  expect((await colleague.delete(path)).status).toBe(204);
  expect(refusal(await colleague.delete(path))).toEqual([404, 'Загрузка не найдена']);
  expect(refusal(await assistant.get(path))).toEqual([404, 'Загрузка не найдена']);
  expect(
    (
      await complete(
        assistant,
        uploadUUID,
        first.map(({ filename }) => filename),
      )
    ).status,
  ).toBe(404);
  // a page that does not know yet that the upload is cancelled
  expect((await putBytes(target?.presignedURL ?? '', late.bytes)).status).toBe(403);
  const study = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  expect(study).toMatchObject({ status: 'in-work', upload: null });

  await server.work();
  await until(
    'the sent files to be removed',
    async () => (await listJobs(server.context.db, { task: 'discard-upload' })).length === 0,
  );
  expect(await storedUploads(server)).toEqual([]);
  expect(await listJobs(server.context.db, { task: 'delete-upload-parts' })).toEqual([]);
  const again = await startUploadOf(assistant, studyID);
  expect(again).toMatchObject({ status: 'uploading', files: [] });
  expect(again.uploadUUID).not.toBe(uploadUUID);

  const { body } = await assistant.get(`/assistant/patients/${study.patientID}/history`);
  expect(body).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ action: 'study.cancel-upload', studyID })]),
  });
});

test('a completed upload cannot be stopped', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const files = volume(1);
  await sendBundles(assistant, uploadUUID, [bundleOf(files)]);
  await complete(
    assistant,
    uploadUUID,
    files.map(({ filename }) => filename),
  );
  expect(refusal(await assistant.delete(`/assistant/uploads/${uploadUUID}`))).toEqual([
    409,
    'Эта загрузка уже завершена',
  ]);
});

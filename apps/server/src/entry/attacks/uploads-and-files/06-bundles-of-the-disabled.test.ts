import { startUpload } from '@snimok/contract/studies/uploads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { bundleOf, registerBundlesOf } from '../../../testing/scans/bundles.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { S3StandIn } from '../../../testing/outside/s3-stand-in.ts';
import { putBytes, startUploadOf, waitUntilProcessed } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';

const files = volume(4);
const names = files.map(({ filename }) => filename);
const early = bundleOf(files.slice(0, 2));
const late = bundleOf(files.slice(2), { number: 1 });

/** As many bytes as the bundle has, but with other values. */
const forged = (bytes: Buffer) => Buffer.from(bytes).fill(7, bytes.length >> 1);

const startOnS3 = async () => {
  const standIn = new S3StandIn();
  const endpoint = await standIn.listen();
  onTestFinished(() => standIn.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startServer({ STORAGE_URL: `s3://bucket?endpoint=${endpoint}&region=test` });
  const { make, as, context, clock } = server;
  const leaver = await make.assistant();
  const colleague = await as(await make.assistant());
  const ofLeaver = await as(leaver);
  const { studyID } = await make.study({ type: 'cbct' });
  const { uploadUUID } = await startUploadOf(ofLeaver, studyID);
  const urlsFor = async (who: TestClient) =>
    (await registerBundlesOf(who, uploadUUID, [early, late])).map(({ presignedURL }) => presignedURL);
  return {
    server,
    ofLeaver,
    colleague,
    studyID,
    uploadUUID,
    urlsFor,
    disableLeaver: () => disableAccount(context.db, leaver.id, clock.now()),
    complete: (who: TestClient) =>
      who.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles: names }),
    arrived: async () =>
      responseOf(startUpload, await colleague.post(`/assistant/studies/${studyID}/upload`))
        .files.filter(({ uploaded }) => uploaded)
        .map(({ filename }) => filename),
  };
};

test('bundles of an assistant who is disabled during an upload to S3 must be sent again before publication', async () => {
  const { server, ofLeaver, colleague, uploadUUID, urlsFor, disableLeaver, complete, arrived } =
    await startOnS3();
  const [first = '', second = ''] = await urlsFor(ofLeaver);
  expect((await putBytes(first, early.bytes)).status).toBe(200);
  expect(await arrived()).toEqual(names.slice(0, 2));
  await disableLeaver();
  // the bucket accepts the URLs until they expire
  expect((await putBytes(first, forged(early.bytes))).status).toBe(200);
  expect((await putBytes(second, forged(late.bytes))).status).toBe(200);
  expect(await arrived()).toEqual([]);
  expect(refusal(await complete(colleague))).toEqual([400, expect.stringMatching(/[а-я]/i)]);

  const again = await registerBundlesOf(colleague, uploadUUID, [early, late]);
  expect(again.map(({ uploaded }) => uploaded)).toEqual([false, false]);
  for (const [i, { bytes }] of [early, late].entries())
    expect((await putBytes(again[i]?.presignedURL ?? '', bytes)).status).toBe(200);
  expect((await putBytes(first, forged(early.bytes))).status).toBe(200);
  expect(await arrived()).toEqual(names);
  expect((await complete(colleague)).status).toBe(200);
  await server.work();
  expect(await waitUntilProcessed(colleague, uploadUUID)).toMatchObject({ error: null });
});

test('a bundle that is replaced in an S3 store after the upload was completed is not published', async () => {
  const { server, ofLeaver, colleague, studyID, uploadUUID, urlsFor, disableLeaver, complete } =
    await startOnS3();
  const urls = await urlsFor(ofLeaver);
  for (const [i, { bytes }] of [early, late].entries())
    expect((await putBytes(urls[i] ?? '', bytes)).status).toBe(200);
  expect((await complete(ofLeaver)).status).toBe(200);
  await disableLeaver();
  expect((await putBytes(urls[1] ?? '', forged(late.bytes))).status).toBe(200);
  await server.work();
  const { error } = await waitUntilProcessed(colleague, uploadUUID);
  expect(error).toMatch(/^Файл «.*» изменился после завершения загрузки. Отправьте снимки ещё раз$/);
  expect((await colleague.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ status: 'in-work' });
});

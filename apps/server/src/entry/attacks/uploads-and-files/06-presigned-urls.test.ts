import { registerFile, startUpload } from '@snimok/contract/studies/uploads';
import { downloadStudy } from '@snimok/contract/studies/studies';
import { expect, onTestFinished, test, vi } from 'vitest';
import { disableAccount, setPassword } from '../../../people/accounts/account-rows/accounts.ts';
import { hashPassword } from '../../../people/accounts/account-rows/passwords.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { S3StandIn } from '../../../testing/outside/s3-stand-in.ts';
import { completeUploadOf, putBytes, sendFiles, waitUntilProcessed } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

const MIB = 1024 ** 2;
const CLOSED = { error: 'Доступ по этой ссылке закрыт' };

/** An upload that a leaving assistant and a colleague send together. */
const centre = async (server: TestServer) => {
  const { make, as, context, clock } = server;
  const leaver = await make.assistant();
  const clerk = await make.assistant();
  const ofLeaver = await as(leaver);
  const colleague = await as(clerk);
  const { studyID } = await make.study({ type: 'rg' });
  const start = async (client: TestClient) =>
    responseOf(startUpload, await client.post(`/assistant/studies/${studyID}/upload`));
  const { uploadUUID } = await start(ofLeaver);
  const urlFor = async (client: TestClient, filename: string, filesize: number) =>
    responseOf(
      registerFile,
      await client.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize }),
    ).presignedURL;
  const complete = (client: TestClient, finalFiles: string[]) =>
    client.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });
  const disableLeaver = () => disableAccount(context.db, leaver.id, clock.now());
  return { server, leaver, ofLeaver, colleague, studyID, uploadUUID, start, urlFor, complete, disableLeaver };
};

const startOnS3 = async () => {
  const standIn = new S3StandIn();
  const endpoint = await standIn.listen();
  onTestFinished(() => standIn.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startServer({ STORAGE_URL: `s3://bucket?endpoint=${endpoint}&region=test` });
  return { standIn, ...(await centre(server)) };
};

test('a disabled assistant cannot upload through URLs that were issued before', async () => {
  const { ofLeaver, colleague, urlFor, disableLeaver, start } = await centre(await startServer());
  const urls = [
    [await urlFor(ofLeaver, 'small.dcm', 1000), 1000],
    [await urlFor(ofLeaver, 'large.dcm', 6 * MIB), 6 * MIB],
  ] as const;
  const other = await urlFor(colleague, 'other.dcm', 1000);
  await disableLeaver();
  for (const [url, length] of urls) {
    const reply = await putBytes(url, Buffer.alloc(length));
    expect([reply.status, await reply.json()]).toEqual([403, CLOSED]);
  }
  expect((await putBytes(other, Buffer.alloc(1000))).status).toBe(200);
  const { files } = await start(colleague);
  expect(files.map(({ filename, uploaded }) => [filename, uploaded])).toEqual([
    ['large.dcm', false],
    ['other.dcm', true],
    ['small.dcm', false],
  ]);
});

test('a new password ends the URLs of uploads and downloads, and new ones are issued', async () => {
  const server = await startServer();
  const { leaver, ofLeaver, urlFor } = await centre(server);
  const { studyID } = await server.make.study({ status: 'done' });
  const downloadURL = async (client: TestClient) =>
    responseOf(downloadStudy, await client.get(`/assistant/studies/${studyID}/download`)).presignedURL;
  const upload = await urlFor(ofLeaver, 'a.dcm', 3);
  const download = await downloadURL(ofLeaver);
  expect((await putBytes(upload, Buffer.from('one'))).status).toBe(200);
  expect((await fetch(download)).status).toBe(200);
  const password = 'Зубная-фея-7';
  await setPassword(server.context.db, leaver.id, await hashPassword(password), false);
  expect((await putBytes(upload, Buffer.from('two'))).status).toBe(403);
  expect((await fetch(download)).status).toBe(403);
  const again = await server.as({ ...leaver, password });
  expect((await putBytes(await urlFor(again, 'a.dcm', 3), Buffer.from('two'))).status).toBe(200);
  expect((await fetch(await downloadURL(again))).status).toBe(200);
});

test('URLs of an S3 store are valid for ten minutes at most', async () => {
  const { server, ofLeaver, urlFor, uploadUUID } = await startOnS3();
  const batch = { files: [{ filename: 'b.dcm', filesize: 40 * MIB, inParts: true }] };
  const { files } = (await ofLeaver.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, batch)).body as {
    files: { presignedURL: string }[];
  };
  const { studyID } = await server.make.study({ status: 'done' });
  const download = responseOf(
    downloadStudy,
    await ofLeaver.get(`/assistant/studies/${studyID}/download`),
  ).presignedURL;
  const redirected = await fetch(download, { redirect: 'manual' });
  const urls = [
    await urlFor(ofLeaver, 'a.dcm', 3),
    files[0]?.presignedURL ?? '',
    redirected.headers.get('location') ?? '',
  ];
  for (const url of urls) {
    const seconds = Number(new URL(url).searchParams.get('X-Amz-Expires'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
  }
});

test('files that a disabled assistant has sent to an S3 store must be sent again before publication', async () => {
  const { server, ofLeaver, colleague, urlFor, disableLeaver, start, complete, uploadUUID } =
    await startOnS3();
  const { filename, bytes } = radiograph();
  const forged = Buffer.from(bytes).fill(7, 400, 500);
  const url = await urlFor(ofLeaver, filename, bytes.length);
  expect((await putBytes(url, bytes)).status).toBe(200);
  expect((await start(colleague)).files).toMatchObject([{ filename, uploaded: true }]);
  await disableLeaver();
  // the bucket accepts the URL until it expires
  expect((await putBytes(url, forged)).status).toBe(200);
  expect((await start(colleague)).files).toMatchObject([{ filename, uploaded: false }]);
  expect(refusal(await complete(colleague, [filename]))).toEqual([400, expect.stringContaining(filename)]);
  expect((await putBytes(await urlFor(colleague, filename, bytes.length), bytes)).status).toBe(200);
  expect((await putBytes(url, forged)).status).toBe(200);
  expect((await complete(colleague, [filename])).status).toBe(200);
  await server.work();
  expect(await waitUntilProcessed(colleague, uploadUUID)).toMatchObject({ error: null });
});

test('a file that is replaced in an S3 store after the upload was completed is not published', async () => {
  const { server, ofLeaver, colleague, urlFor, complete, disableLeaver, uploadUUID, studyID } =
    await startOnS3();
  const { filename, bytes } = radiograph();
  const url = await urlFor(ofLeaver, filename, bytes.length);
  await putBytes(url, bytes);
  expect((await complete(ofLeaver, [filename])).status).toBe(200);
  await disableLeaver();
  expect((await putBytes(url, Buffer.from(bytes).fill(7, 400, 500))).status).toBe(200);
  await server.work();
  expect(await waitUntilProcessed(colleague, uploadUUID)).toMatchObject({
    error: `Файл «${filename}» изменился после завершения загрузки. Отправьте снимки ещё раз`,
  });
  expect((await colleague.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ status: 'in-work' });
  // a further upload of the study is published
  const next = await sendFiles(colleague, studyID, [{ filename, bytes }]);
  await completeUploadOf(colleague, next, [{ filename, bytes }]);
  expect(await waitUntilProcessed(colleague, next)).toMatchObject({ error: null });
});

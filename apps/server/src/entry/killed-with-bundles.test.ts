import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getStudy, type PresignedURL } from '@snimok/contract/studies/studies';
import { getUpload } from '@snimok/contract/studies/uploads';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { bundleOf, registerBundlesOf, sendBundles } from '../testing/scans/bundles.ts';
import { responseOf } from '../testing/requests-and-waiting/contract.ts';
import { volume } from '../testing/scans/dicom.ts';
import { freePort } from '../testing/requests-and-waiting/free-port.ts';
import { isLockAwaited } from '../testing/portal/locks.ts';
import { completeUploadOf, putBytes, startUploadOf, waitUntilProcessed } from '../testing/scans/sending.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { filesIn } from '../testing/scans/zips.ts';
import { startEntryPoint } from './entry-point.fixture.ts';

const files = volume(6);
const bundles = [0, 1, 2].map((number) => bundleOf(files.slice(2 * number, 2 * number + 2), { number }));

/** Starts an API or a worker as a process of its own, which the test kills. */
const startProcess = (
  { context: { config } }: TestServer,
  entryPoint: 'api' | 'worker',
  settings: Record<string, string> = {},
) => {
  const { dataDir, databaseURL = '', publicURL } = config;
  const shared = { DATA_DIR: dataDir, DATABASE_URL: databaseURL, PUBLIC_URL: publicURL };
  const { child, ended } = startEntryPoint({ ...shared, ...settings }, entryPoint);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return kill;
};

const ready = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const upload = async () => responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
  const expectStudy = async () => {
    await completeUploadOf(assistant, uploadUUID, files);
    expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
    const study = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
    expect(study).toMatchObject({ status: 'done', imageCount: files.length });
    const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
    const reply = await fetch((body as z.infer<typeof PresignedURL>).presignedURL);
    const found = await filesIn(Buffer.from(await reply.arrayBuffer()));
    for (const { filename, bytes } of files)
      expect([filename, found.get(filename)?.equals(bytes)]).toEqual([filename, true]);
  };
  return { server, assistant, uploadUUID, upload, expectStudy };
};

test('after a worker is killed, another one examines the remaining bundles, and the study is complete', async () => {
  const { server, assistant, uploadUUID, upload, expectStudy } = await ready();
  const { db } = server.context;
  const kill = startProcess(server, 'worker');
  await db.transaction().execute(async (tx) => {
    await sendBundles(assistant, uploadUUID, bundles.slice(0, 2));
    // the worker has examined a bundle and waits to store the result
    await tx.selectFrom('uploadBundles').select('uuid').forUpdate().execute();
    await until('the worker to wait for a bundle', () => isLockAwaited(server.context));
    await kill();
  });
  const work = join(server.context.config.dataDir, 'work', uploadUUID);
  expect(await readdir(work)).toEqual(['examining']);
  expect(await upload()).not.toHaveProperty('preview');
  await server.work();
  await sendBundles(assistant, uploadUUID, bundles.slice(2));
  await until('the bundles to be examined', async () => (await upload()).preview?.imageCount === 6);
  await expectStudy();
  await until('the folder of the examination to be removed', () =>
    readdir(work).then(
      () => false,
      () => true,
    ),
  );
});

test('a bundle whose PUT was interrupted by a killed API is not stored, and can be sent again as declared', async () => {
  const { server, assistant, uploadUUID, expectStudy } = await ready();
  const port = await freePort();
  const kill = startProcess(server, 'api', { PORT: String(port) });
  const targets = await registerBundlesOf(assistant, uploadUUID, bundles);
  const [first, second, third] = targets.map(({ presignedURL }) => presignedURL);
  expect((await putBytes(third ?? '', bundles[2]?.bytes ?? Buffer.alloc(0))).status).toBe(200);
  const folder = join(server.context.config.dataDir, 'storage');
  const filesInStore = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect((await putBytes(first ?? '', bundles[0]?.bytes ?? Buffer.alloc(0))).status).toBe(200);
  const before = (await filesInStore()).length;

  const { pathname, search } = new URL(second ?? '');
  await until('the other API to be ready', () =>
    fetch(`http://127.0.0.1:${port}/api/1/openapi.json`).then(
      () => true,
      () => false,
    ),
  );
  const body = bundles[1]?.bytes ?? Buffer.alloc(0);
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, body.length >> 1));
  }).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await until('the first half to be written', async () => (await filesInStore()).length > before);
  await kill();

  const again = await registerBundlesOf(assistant, uploadUUID, bundles);
  expect(again.map(({ uploaded }) => uploaded)).toEqual([true, false, true]);
  expect(again.map(({ bundleUUID }) => bundleUUID)).toEqual(targets.map(({ bundleUUID }) => bundleUUID));
  expect((await putBytes(again[1]?.presignedURL ?? '', body)).status).toBe(200);
  await server.work();
  await expectStudy();
});

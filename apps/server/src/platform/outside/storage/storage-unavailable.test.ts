import { rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTCPProxy } from '../../../testing/requests-and-waiting/tcp-proxy.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  waitUntilProcessed,
  putBytes,
  sendFiles,
  startUploadOf,
} from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { S3StandIn } from '../../../testing/outside/s3-stand-in.ts';

const UNAVAILABLE = { error: 'Хранилище снимков временно недоступно. Подождите минуту и повторите' };

test('while the storage folder is missing users get 503 and jobs are retried, and no data is lost', async () => {
  const server = await startServer();
  const { make, as, nobody, address, context } = server;
  const folder = fileURLToPath(new URL(context.config.storageURL));
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study();
  const file = radiograph();
  const uploadUUID = await sendFiles(assistant, studyID, [file]);
  await rename(folder, `${folder}-unmounted`);

  const refused = await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, {
    finalFiles: [file.filename],
  });
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([503, UNAVAILABLE, '5']);
  const other = await make.study();
  const { uploadUUID: second } = await startUploadOf(assistant, other.studyID);
  const { body } = await assistant.post(`/assistant/uploads/${second}/presigned-url`, {
    filename: 'a.dcm',
    filesize: 4,
  });
  const put = await putBytes((body as { presignedURL: string }).presignedURL, Buffer.from('1234'));
  expect([put.status, await put.json()]).toEqual([503, UNAVAILABLE]);
  expect((await nobody.get(`${address}/readyz`)).status).toBe(503);

  await rename(`${folder}-unmounted`, folder);
  await completeUploadOf(assistant, uploadUUID, [file]);
  await rename(folder, `${folder}-unmounted`);
  await server.work();
  await until('a failed attempt', () => server.logged.some((line) => line.includes('"job failed"')));
  await rename(`${folder}-unmounted`, folder);
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
});

test('an object store that refuses connections or does not respond is reported within seconds', async () => {
  const standIn = new S3StandIn();
  const line = await startTCPProxy(await standIn.listen());
  onTestFinished(() => standIn.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const { nobody, address, context } = await startServer({
    STORAGE_URL: `s3://bucket?endpoint=${line.address}&region=test`,
  });
  const ready = async () => (await nobody.get(`${address}/readyz`)).status;
  expect(await ready()).toBe(200);
  line.disconnect();
  await expect(context.storage.head('studies/a.zip')).rejects.toThrow('does not respond');
  expect(await ready()).toBe(503);
  line.reconnect();
  expect(await context.storage.head('studies/a.zip')).toBeNull();
  line.stall();
  await expect(context.storage.read('studies/a.zip')).rejects.toThrow(
    'no response from the object store within 10 s',
  );
  line.reconnect();
  expect(await ready()).toBe(200);
});

test('a 503 of a load balancer without XML means that the store is unavailable', async () => {
  const balancer = createServer((_request, reply) =>
    reply
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":"Портал временно недоступен"}'),
  );
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void balancer.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const { port } = balancer.address() as AddressInfo;
  const { context } = await startServer({
    STORAGE_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}&region=test`,
  });
  const listed = async () => {
    for await (const _ of context.storage.list('uploads/')) return;
  };
  await expect(listed()).rejects.toThrow('does not respond');
  await expect(context.storage.read('studies/a.zip')).rejects.toThrow('does not respond');
});

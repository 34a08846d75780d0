import { once } from 'node:events';
import { request } from 'node:http';
import { registerFile } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { bytes, complete, makeStudyToSend, register } from './upload.fixture.ts';

const storedSizes = async ({ context }: TestServer): Promise<number[]> => {
  const sizes: number[] = [];
  for await (const { sizeBytes } of context.storage.list('uploads/')) sizes.push(sizeBytes);
  return sizes;
};

test('a file with another length than registered is refused, and none of its bytes are stored', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const url = await register(assistant, uploadUUID, 'a.dcm', 5);
  expect((await putBytes(url, bytes('abcdef'))).status).toBe(413);
  expect((await putBytes(url, bytes('abcd'))).status).toBe(400);
  // a connection that breaks in the middle of the body
  const broken = request(url, { method: 'PUT', headers: { 'content-length': 5 } });
  broken.on('error', () => undefined);
  broken.write('abc');
  await once(broken, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : null));
  broken.destroy();
  // no Content-Length
  const chunked = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } });
  chunked.end('abcde');
  const [reply] = await once(chunked, 'response');
  expect(reply.statusCode).toBe(411);
  reply.resume();
  expect(await storedSizes(server)).toEqual([]);
  expect((await startUploadOf(assistant, studyID)).files).toMatchObject([{ uploaded: false }]);
  expect((await putBytes(url, bytes('abcde'))).status).toBe(200);
  expect(await storedSizes(server)).toEqual([5]);
});

test('an upload URL is valid for one file, one method, one hour, and while the upload is open', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const url = await register(assistant, uploadUUID, 'a.dcm', 5);
  const other = await register(assistant, uploadUUID, 'b.dcm', 5);
  expect((await fetch(url)).status).toBe(403);
  const [, token = ''] = /\/storage\/([^/]+)\//.exec(url) ?? [];
  const middle = token.length >> 1;
  const forged = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
  expect((await putBytes(url.replace(token, forged), bytes('abcde'))).status).toBe(403);
  server.clock.advance(3_600_000);
  expect((await putBytes(url, bytes('abcde'))).status).toBe(403);
  expect((await putBytes(other, bytes('abcde'))).status).toBe(403);
  expect(await storedSizes(server)).toEqual([]);

  const fresh = await register(assistant, uploadUUID, 'a.dcm', 5);
  await putBytes(fresh, bytes('abcde'));
  await complete(assistant, uploadUUID, ['a.dcm']);
  // a completed upload cannot be changed
  expect((await putBytes(fresh, bytes('vwxyz'))).status).toBe(403);
  const study = server.context.storage.list('uploads/');
  for await (const { key } of study) {
    const chunks = await (await server.context.storage.read(key)).toArray();
    expect(Buffer.concat(chunks).toString()).toBe('abcde');
  }
});

test('an upload URL has the origin of the request', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const registerWith = async (headers: Record<string, string>) => {
    const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
    return assistant.post(path, { filename: 'a.dcm', filesize: 5 }, headers);
  };
  expect(responseOf(registerFile, await registerWith({})).presignedURL).toMatch(
    new RegExp(`^${server.address}/storage/[^/]+/[^/]+$`),
  );
  const nginx = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'snimok.example' };
  expect(responseOf(registerFile, await registerWith(nginx)).presignedURL).toMatch(
    /^https:\/\/snimok\.example\/storage\//,
  );
  for (const host of ['a b', 'evil.test/x?', 'a"b', '<script>']) {
    const reply = await registerWith({ 'x-forwarded-host': host });
    expect([host, reply.status]).toEqual([host, 400]);
  }
  // an empty header counts as absent
  expect((await registerWith({ 'x-forwarded-host': '' })).status).toBe(200);
});

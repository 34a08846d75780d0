import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { discardUpload } from '../discard-files.ts';
import { checksumOf, registerInParts, startUploadOf } from '../../../testing/scans/sending.ts';
import { startS3Server } from '../../../testing/outside/s3-server.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { FILENAME, fileOf, MIB, startUploadToSend, storedUploads } from './parts.fixture.ts';
import { discardParts } from './parts.ts';

const { signal } = new AbortController();

let s3: Awaited<ReturnType<typeof startS3Server>>;
let buckets = 0;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const setUp = async () => {
  for (const [name, value] of Object.entries(s3.keys)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const bucket = `parts-${++buckets}`;
  await s3.makeBucket(bucket);
  const server = await startServer({ STORAGE_URL: s3.url(bucket) });
  const upload = await startUploadToSend(server);
  const unfinished = async () => {
    const { Uploads = [] } = await s3.client().send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    return Uploads.length;
  };
  return { server, ...upload, unfinished };
};

test('parts are sent to the bucket, continue after an S3 restart and are joined into one object', async () => {
  const { server, studyID, assistant, uploadUUID, unfinished } = await setUp();
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  // a bucket cannot inflate
  expect(file.parts).toEqual({ partSize: 8 * MIB, there: [] });
  const { presignedURL } = await file.urlOfPart(1);
  expect(presignedURL.startsWith(s3.endpoint)).toBe(true);
  await file.send(5, 2);
  const there = [2, 5].map((number) => ({ number, checksum: file.checksums[number - 1] }));
  expect((await startUploadOf(assistant, studyID)).files).toMatchObject([
    { uploaded: false, parts: { partSize: 8 * MIB, there } },
  ]);
  await s3.kill();
  await s3.start();
  const again = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  expect(again.parts.there).toEqual(there);
  expect(await again.join()).toEqual({ uploaded: false, missing: [1, 3, 4] });
  await again.send(1, 3, 4);
  expect(await again.join()).toEqual({ uploaded: true, missing: [] });
  // the client repeats the request after a lost response
  expect(await again.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(await unfinished()).toBe(0);
  const done = await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles: [FILENAME] });
  expect(done.status).toBe(200);
  await discardUpload.run(server.context, { uploadUUID }, signal);
  expect(await storedUploads(server)).toEqual([]);
});

test('the bucket refuses a part with other bytes than declared', async () => {
  const { assistant, uploadUUID } = await setUp();
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const { presignedURL, headers } = await file.urlOfPart(1);
  const wrong = Buffer.from(file.pieces[0] ?? []);
  wrong[4_000_000] = 0;
  // a server that refuses before the last byte may close the connection, and fetch rejects
  const isAccepted = (body: Buffer<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(presignedURL, { method: 'PUT', body, headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isAccepted(wrong, headers)).toBe(false);
  // other headers or lengths than the URL was signed for: the checksum of the wrong bytes, none, a shorter body
  const ownChecksum = Buffer.from(checksumOf(wrong), 'hex').toString('base64');
  expect(await isAccepted(wrong, { 'x-amz-checksum-crc32': ownChecksum })).toBe(false);
  expect(await isAccepted(wrong, {})).toBe(false);
  expect(await isAccepted(wrong.subarray(1), headers)).toBe(false);
  expect((await file.join()).missing).toEqual([1, 2, 3, 4, 5]);
});

test('the parts of two files with the same name and size never mix in a bucket', async () => {
  const { server, assistant, uploadUUID } = await setUp();
  const first = fileOf('a');
  const second = fileOf('b');
  const before = await registerInParts(assistant, uploadUUID, FILENAME, first);
  await before.send(1, 2, 3);
  const after = await registerInParts(assistant, uploadUUID, FILENAME, second);
  await after.send(3, 4, 5);
  expect(await before.join()).toEqual({ uploaded: false, missing: [3, 4, 5] });
  expect(await after.join()).toEqual({ uploaded: false, missing: [1, 2] });
  await after.send(1, 2);
  expect(await after.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(second)).toBe(true);
});

test('the multipart uploads of replaced and processed files are aborted in the bucket', async () => {
  const { server, assistant, uploadUUID, unfinished } = await setUp();
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1);
  const other = await registerInParts(assistant, uploadUUID, 'второй.zip', fileOf('b'));
  await other.send(1);
  expect(await unfinished()).toBe(2);
  await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename: FILENAME, filesize: 5 });
  const { db } = server.context;
  const removals = await listJobs<Parameters<typeof discardParts.run>[1]>(db, {
    task: 'delete-upload-parts',
  });
  expect(removals).toHaveLength(1);
  // a job may run twice
  for (const { payload } of [...removals, ...removals])
    await discardParts.run(server.context, payload, signal);
  expect(await unfinished()).toBe(1);
  await discardUpload.run(server.context, { uploadUUID }, signal);
  expect(await unfinished()).toBe(0);
});

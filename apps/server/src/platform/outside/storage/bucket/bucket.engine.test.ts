import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startS3Server } from '../../../../testing/outside/s3-server.ts';
import { LocalStore } from '../folder/local-store.ts';
import { parseS3URL } from '../../../settings/locations/s3-location.ts';
import { S3Store } from '../s3/s3-store.ts';
import { createURLSigner } from '../signed-url.ts';
import { probe } from './probe.ts';
import { setUpBucket } from './set-up.ts';

const signer = createURLSigner('a secret of the test');
const ORIGIN = 'http://portal.test';
let server: Awaited<ReturnType<typeof startS3Server>>;
let bucket: string;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
beforeEach(() => {
  for (const [name, value] of Object.entries(server.keys)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  bucket = `b-${randomUUID()}`;
});

const setUp = async (origin: string | null = ORIGIN) => {
  const printed: string[] = [];
  const location = parseS3URL(server.url(bucket));
  const { refused } = await setUpBucket(location, { origin, print: (line) => printed.push(line.trim()) });
  return { refused, printed };
};
const check = async (origin: string | null = ORIGIN, others: LocalStore[] = []) => {
  const printed: string[] = [];
  const store = new S3Store(server.url(bucket), signer);
  const { failures } = await probe(store, others, { origin, print: (line) => printed.push(line.trim()) });
  return { failures, failed: printed.filter((line) => !line.startsWith('ok: ')) };
};

test('set-up creates a bucket in which pages can send files and all operations of the portal work', async () => {
  expect((await check()).failed).toEqual([
    'FAILED: the store responds: the bucket does not exist: run "setup"',
  ]);
  expect(await setUp()).toEqual({
    refused: 0,
    printed: [
      'created: the bucket',
      `created: rule that pages of ${ORIGIN} may send files (CORS)`,
      'FAILED: rule that removes unfinished multipart uploads after 7 days (lifecycle): the server does not support it',
      expect.stringMatching(/^instead: configure the server to remove unfinished multipart uploads/),
    ],
  });
  expect((await setUp()).printed.slice(0, 2)).toEqual([
    'exists: the bucket',
    `exists: rule that pages of ${ORIGIN} may send files (CORS)`,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'snimok-probe-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await check(ORIGIN, [await LocalStore.open(folder, signer)])).toEqual({ failures: 0, failed: [] });
  const left = [];
  for await (const { key } of new S3Store(server.url(bucket), signer).list('')) left.push(key);
  expect(left).toEqual([]);
});

test('the check reports one failure for a missing CORS rule, and none if pages do not use the store', async () => {
  await setUp(null);
  expect((await check(null)).failures).toBe(0);
  const what = `accepts files from pages of ${ORIGIN} (CORS)`;
  expect((await check()).failed).toEqual([
    `FAILED: ${what}: the preflight request is answered with 403: no CORS rule permits it`,
  ]);
  const rule = {
    AllowedOrigins: [ORIGIN],
    AllowedMethods: ['PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['content-type'],
  };
  const CORSConfiguration = { CORSRules: [{ ID: 'theirs', ...rule }] };
  await server.client().send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  expect((await check()).failures).toBe(1);
  await setUp();
  expect((await check()).failures).toBe(0);
  expect((await check('https://portal.test')).failed[0]).toContain(
    'browsers do not let an https: page send files to an http: store',
  );
});

test('wrong keys and a stopped server are reported in one line', async () => {
  await setUp();
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
  expect((await check()).failed).toEqual([
    'FAILED: the store responds: access denied: the keys are wrong or lack a permission (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
  ]);
  expect((await setUp()).refused).toBe(1);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.keys.AWS_SECRET_ACCESS_KEY);
  await server.kill();
  expect((await check()).failures).toBe(1);
  await server.start();
  expect((await check()).failures).toBe(0);
});

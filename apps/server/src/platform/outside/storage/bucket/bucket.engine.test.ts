import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startS3Server } from '../../../../testing/s3-server.ts';
import { LocalStore } from '../local-store.ts';
import { parseS3URL } from '../s3-location.ts';
import { S3Store } from '../s3-store.ts';
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
  const said: string[] = [];
  const location = parseS3URL(server.url(bucket));
  const { refused } = await setUpBucket(location, { origin, print: (line) => said.push(line.trim()) });
  return { refused, said };
};
const check = async (origin: string | null = ORIGIN, others: LocalStore[] = []) => {
  const said: string[] = [];
  const store = new S3Store(server.url(bucket), signer);
  const { wrong } = await probe(store, others, { origin, print: (line) => said.push(line.trim()) });
  return { wrong, bad: said.filter((line) => !line.startsWith('good: ')) };
};

test('a bucket is made, may be sent to from pages of the portal, and all that the portal does works in it', async () => {
  expect((await check()).bad).toEqual(['WRONG: the store answers: there is no such bucket: run "setup"']);
  expect(await setUp()).toEqual({
    refused: 0,
    said: [
      'made: the bucket',
      `set: pages of ${ORIGIN} may send files (CORS)`,
      'NOT SET: unfinished uploads in parts go after 7 days (life cycle): the server does not support it',
      expect.stringMatching(/^by hand: have the server remove unfinished multipart uploads/),
    ],
  });
  expect((await setUp()).said.slice(0, 2)).toEqual([
    'already there: the bucket',
    `already there: pages of ${ORIGIN} may send files (CORS)`,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'snimok-probe-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await check(ORIGIN, [await LocalStore.open(folder, signer)])).toEqual({ wrong: 0, bad: [] });
  // nothing is left behind
  const left = [];
  for await (const { key } of new S3Store(server.url(bucket), signer).list('')) left.push(key);
  expect(left).toEqual([]);
});

test('a bucket that pages may not send to is one wrong line, and none where no page asks', async () => {
  await setUp(null);
  expect((await check(null)).wrong).toBe(0);
  const question = `WRONG: takes files from pages of ${ORIGIN} (CORS)`;
  expect((await check()).bad).toEqual([
    `${question}: the question before it is answered with 403: no CORS rule for it`,
  ]);
  const rule = {
    AllowedOrigins: [ORIGIN],
    AllowedMethods: ['PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['content-type'],
  };
  const CORSConfiguration = { CORSRules: [{ ID: 'theirs', ...rule }] };
  await server.client().send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  expect((await check()).wrong).toBe(1);
  await setUp();
  expect((await check()).wrong).toBe(0);
  expect((await check('https://portal.test')).bad[0]).toContain(
    'pages by https: may not send to a store by http:',
  );
});

test('wrong keys and a dead server are told in one line', async () => {
  await setUp();
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
  expect((await check()).bad).toEqual([
    'WRONG: the store answers: these keys may not, or are wrong (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
  ]);
  expect((await setUp()).refused).toBe(1);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.keys.AWS_SECRET_ACCESS_KEY);
  await server.kill();
  expect((await check()).wrong).toBe(1);
  await server.start();
  expect((await check()).wrong).toBe(0);
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageRoutes } from '../opening-and-serving/routes.ts';
import { LocalStore } from '../folder/local-store.ts';
import { openStorage } from '../opening-and-serving/open-storage.ts';
import { originOf, parseS3URL } from '../../../settings/locations/s3-location.ts';
import { S3StandIn } from '../../../../testing/outside/s3-stand-in.ts';
import { S3Store } from './s3-store.ts';
import { createURLSigner } from '../signed-url.ts';
import { ObjectMissing, ObjectReplaced, StorageFull, type StoredObject, WrongLength } from '../storage.ts';
import { HOUR_MS } from '../../../time-and-sizes/duration.ts';

const signer = createURLSigner('a secret of the test');
let server: S3StandIn;
let endpoint: string;
let store: S3Store;
let folder: string;

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  folder = await mkdtemp(join(tmpdir(), 'snimok-s3-'));
  server = new S3StandIn();
  endpoint = await server.listen();
  store = new S3Store(`s3://bucket?endpoint=${endpoint}&region=ru-1`, signer);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(folder, { recursive: true });
});

const bytes = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const textOf = async (key: string, from = store) => String(await buffer(await from.read(key)));
const inAnHour = () => new Date(Date.now() + HOUR_MS);
const uploadRequest = (key: string) => ({
  method: 'PUT' as const,
  key,
  sizeBytes: 5,
  expiresAt: inAnHour(),
  origin: 'https://x',
});

async function listed(prefix: string, from = store): Promise<StoredObject[]> {
  const found = [];
  for await (const object of from.list(prefix)) found.push(object);
  return found;
}

test('an object is read back as a whole and by ranges', async () => {
  expect(await store.put('uploads/a', bytes('hel', 'lo'), { sizeBytes: 5 })).toEqual({ sizeBytes: 5 });
  expect(await textOf('uploads/a')).toBe('hello');
  expect(String(await buffer(await store.read('uploads/a', { start: 1, end: 3 })))).toBe('el');
  expect(String(await buffer(await store.read('uploads/a', { start: 2, end: 2 })))).toBe('');
  expect(String(await buffer(await store.read('uploads/a', { start: 9, end: 12 })))).toBe('');
  expect(await store.head('uploads/a')).toEqual({ sizeBytes: 5 });
  await store.put('empty', bytes());
  expect(await textOf('empty')).toBe('');
  await store.check();
});

test('a large object is uploaded in parts', async () => {
  const chunk = Buffer.alloc(1_000_003, 'ab');
  const source = async function* () {
    for (let index = 0; index < 20; index++) yield chunk;
  };
  await store.put('large', source(), { sizeBytes: 20_000_060 });
  expect(server.objects.get('large')!.equals(await buffer(source()))).toBe(true);
  expect(server.requests.filter((request) => request.includes('partNumber'))).toHaveLength(3);
  expect(server.uploads.size).toBe(0);
});

const FULL_DISK = { status: 507, code: 'InsufficientStorage' };
const FULL_QUOTA = { status: 403, code: 'QuotaExceeded' };

test.for([
  ['meets a full disk', FULL_DISK, 20_000_000, StorageFull],
  ['exceeds a quota', FULL_QUOTA, 20_000_000, StorageFull],
  ['is shorter than expected', null, 20_000_001, WrongLength],
  ['is longer than expected', null, 19_999_999, WrongLength],
] as const)(
  'a large object that %s leaves no object and no parts',
  async ([, failure, sizeBytes, problem]) => {
    server.failNextPut = failure;
    const source = Readable.from([Buffer.alloc(10_000_000), Buffer.alloc(10_000_000)]);
    const sending = store.put('large', source, { sizeBytes });
    await expect(sending).rejects.toThrow(problem);
    expect(server.objects.has('large')).toBe(false);
    expect(server.uploads.size).toBe(0);
  },
);

test('a part is sent again after an internal error of the server', async () => {
  server.failNextPut = { status: 500, code: 'InternalError' };
  await store.put('large', Readable.from([Buffer.alloc(20_000_000)]));
  expect(server.objects.get('large')).toHaveLength(20_000_000);
});

test('a small object of the wrong length is not sent', async () => {
  await expect(store.put('a', bytes('1234'), { sizeBytes: 5 })).rejects.toThrow(WrongLength);
  await expect(store.put('a', bytes('1234'), { sizeBytes: 3 })).rejects.toThrow(WrongLength);
  expect(server.requests).toEqual([]);
});

test('operations on a missing object throw ObjectMissing or do nothing', async () => {
  await expect(store.read('none')).rejects.toThrow(ObjectMissing);
  await expect(store.localPath('none', folder)).rejects.toThrow(ObjectMissing);
  await expect(store.copyTo('none', store, 'some')).rejects.toThrow(ObjectMissing);
  await expect(store.read('../none')).rejects.toThrow('not a storage key');
  expect(await store.head('none')).toBeNull();
  await store.remove('none');
});

test('a list contains all pages, but no objects of another store in the same bucket', async () => {
  const cold = new S3Store(`s3://bucket/cold?endpoint=${endpoint}`, signer);
  for (const key of ['u/1/a', 'u/1/b', 'u/1/c', 'u/1/d', 'u/10/a']) await store.put(key, bytes('x'));
  await cold.put('u/1/a', bytes('cold'));
  expect((await listed('u/1/')).map(({ key }) => key)).toEqual(['u/1/a', 'u/1/b', 'u/1/c', 'u/1/d']);
  expect(await listed('', cold)).toEqual([
    {
      key: 'u/1/a',
      sizeBytes: 4,
      modifiedAt: new Date('2026-11-21T09:00:00Z'),
      etag: '"75e52a0ecfafeda17a34fc60111c1f0b"',
    },
  ]);
  await store.removeAll('u/1/');
  expect([...server.objects.keys()]).toEqual(['u/10/a', 'cold/u/1/a']);
});

test('a download of a listed object fails once the object has been put again', async () => {
  await store.put('u/2/a', bytes('one'));
  const [object] = await listed('u/2/');
  const file = await store.localPath('u/2/a', folder, object?.etag);
  expect(await readFile(file.path, 'utf8')).toBe('one');
  await store.put('u/2/a', bytes('two'));
  await expect(store.localPath('u/2/a', folder, object?.etag)).rejects.toThrow(ObjectReplaced);
});

test('an object is copied inside the server, or through this process to a folder', async () => {
  const cold = new S3Store(`s3://bucket/cold?endpoint=${endpoint}&region=ru-1`, signer);
  const local = await LocalStore.open(join(folder, 'local'), signer);
  await store.put('studies/a.zip', bytes('zip'));
  for (const _ of ['once', 'again']) {
    expect(await store.copyTo('studies/a.zip', cold, 'studies/a.zip')).toEqual({ sizeBytes: 3 });
  }
  expect([...server.objects.keys()]).toEqual(['studies/a.zip', 'cold/studies/a.zip']);
  expect(server.requests.filter((request) => request.startsWith('GET'))).toEqual([]);
  await cold.copyTo('studies/a.zip', local, 'studies/a.zip');
  expect(String(await buffer(await local.read('studies/a.zip')))).toBe('zip');
  await local.copyTo('studies/a.zip', store, 'studies/b.zip');
  expect(await textOf('studies/b.zip')).toBe('zip');
  server.failNextPut = FULL_DISK;
  await expect(cold.copyTo('studies/a.zip', store, 'studies/a.zip')).rejects.toThrow(StorageFull);
});

test('objects have the configured storage class, whether put whole, in parts or copied', async () => {
  const cold = new S3Store(`s3://bucket/cold?endpoint=${endpoint}&storageClass=STANDARD_IA`, signer);
  await store.put('a', bytes('zip'));
  await cold.put('b', bytes('zip'));
  await cold.put('large', Readable.from([Buffer.alloc(9_000_000)]));
  const beside = new S3Store(`s3://bucket?endpoint=${endpoint}`, signer);
  await beside.copyTo('a', cold, 'copied');
  expect(Object.fromEntries(server.classes)).toEqual({
    'cold/b': 'STANDARD_IA',
    'cold/large': 'STANDARD_IA',
    'cold/copied': 'STANDARD_IA',
  });
});

test('files of this machine are moved into the store and downloaded from it', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'zip');
  expect(await store.writeFrom('studies/a.zip', file)).toEqual({
    sizeBytes: 3,
  });
  expect(await readdir(folder)).toEqual([]);
  const download = await store.localPath('studies/a.zip', folder);
  expect(await readFile(download.path, 'utf8')).toBe('zip');
  await download.release();
  await download.release();
  expect(await readdir(folder)).toEqual([]);
});

test('an upload URL is limited to its length, key and time', async () => {
  const url = new URL(await store.presign(uploadRequest('uploads/a/b')));
  expect(url.origin + url.pathname).toBe(`${endpoint}/bucket/uploads/a/b`);
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
  expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeGreaterThan(3590);
  expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^AKIDTEST\/\d{8}\/ru-1\/s3\/aws4_request$/);
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).toBe(200);
  expect(await textOf('uploads/a/b')).toBe('hello');
});

test('pathStyle=off addresses the bucket by host name, and an invalid S3 URL is refused', async () => {
  const hosted = new S3Store('s3://bucket?endpoint=https://s3.example&pathStyle=off', signer);
  expect(new URL(await hosted.presign(uploadRequest('a'))).host).toBe('bucket.s3.example');
  expect(parseS3URL('s3://bucket?region=eu-west-1')).toEqual({
    bucket: 'bucket',
    prefix: '',
    endpoint: undefined,
    region: 'eu-west-1',
    pathStyle: false,
    storageClass: undefined,
    encryption: undefined,
  });
  for (const bad of [
    's3://',
    's3://k:s@b',
    's3://b?pathstyle=on',
    's3://b?pathStyle=maybe',
    's3://b?endpoint=host:9000',
    's3://b?sse=on',
    's3://b?sse=aws:kms:',
    's3://b?storageClass=cheap',
    's3://b?storageClass=DEEP_ARCHIVE',
  ]) {
    expect(() => parseS3URL(bad), bad).toThrow(TypeError);
  }
});

test.for([
  's3://bucket?endpoint=http://127.0.0.1:9000',
  's3://bucket?endpoint=https://s3.example:9000/&pathStyle=off',
  's3://bucket?endpoint=http://127.0.0.1:9000&pathStyle=off',
  's3://the.bucket/warm?endpoint=https://s3.example&pathStyle=off',
  's3://the.bucket?endpoint=http://s3.example&pathStyle=off',
  's3://bucket/warm?region=eu-west-1',
  's3://bucket?region=us-east-1',
  's3://the.bucket?region=eu-west-1',
])('originOf %s is the origin of its presigned URLs', async (address) => {
  const url = await new S3Store(address, signer).presign(uploadRequest('a'));
  expect(originOf(parseS3URL(address))).toBe(new URL(url).origin);
});

test('a download URL ends in the file name and redirects to the bucket while the permission exists', async () => {
  let isGranted = true;
  const app = Fastify();
  const clock = { now: () => new Date() };
  await app.register(storageRoutes, {
    store,
    verify: signer.verify,
    allow: async () => isGranted,
    watch: () => () => undefined,
    maxSilenceMs: 60_000,
    clock,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await store.put('studies/a.zip', bytes('zip'));
  const request = {
    method: 'GET' as const,
    key: 'studies/a.zip',
    sizeBytes: 3,
    expiresAt: inAnHour(),
    origin,
  };
  const url = await store.presign({
    ...request,
    filename: 'Снимок.zip',
    grant: 'share:1',
  });
  expect(url).toMatch(/\/%D0%A1%D0%BD%D0%B8%D0%BC%D0%BE%D0%BA\.zip$/);
  const redirected = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location')!);
  expect(redirected.searchParams.get('response-content-disposition')).toContain("filename*=UTF-8''%D0%A1");
  expect(await (await fetch(url)).text()).toBe('zip');
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  isGranted = false;
  expect((await fetch(url)).status).toBe(403);
  await app.close();
});

test('openStorage opens the store that the URL names', async () => {
  expect((await openStorage(`file:${folder}/files`, { signer })).kind).toBe('local');
  expect((await openStorage('s3://bucket', { signer })).kind).toBe('s3');
  await expect(openStorage('ftp://host', { signer })).rejects.toThrow('not a storage URL');
});

test('no multipart upload begins on a server that does not verify checksums', async () => {
  expect(await store.parts.begin('uploads/a')).toBeNull();
  expect(server.uploads.size).toBe(0);
  expect(server.requests).toHaveLength(2);
});

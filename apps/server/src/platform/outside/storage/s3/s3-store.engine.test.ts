import dns from 'node:dns';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startS3Server } from '../../../../testing/outside/s3-server.ts';
import { forEachConcurrently } from '../../../../entry/backup/for-each-concurrently.ts';
import { attachment } from '../content-disposition.ts';
import { storageRoutes } from '../opening-and-serving/routes.ts';
import { LocalStore } from '../folder/local-store.ts';
import { copyInParts } from './s3-multipart.ts';
import { S3Store } from './s3-store.ts';
import { createURLSigner } from '../signed-url.ts';
import { ObjectMissing, StorageFull, type StoredObject, WrongLength } from '../storage.ts';
import { HOUR_MS } from '../../../time-and-sizes/duration.ts';

const signer = createURLSigner('a secret of the test');
type S3Server = Awaited<ReturnType<typeof startS3Server>>;
let server: S3Server;
let store: S3Store;
let bucket: string;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

const useKeysOf = ({ keys }: S3Server): void => {
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
};
const newBucket = async (of = server): Promise<string> => {
  const name = `b-${randomUUID()}`;
  await of.makeBucket(name);
  return name;
};

beforeEach(async () => {
  useKeysOf(server);
  bucket = await newBucket();
  store = new S3Store(server.url(bucket), signer);
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-s3-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
const bytes = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const read = async (from: S3Store | LocalStore, key: string, start?: number, end?: number) =>
  buffer(await from.read(key, start === undefined ? undefined : { start, end: end! }));
const inAnHour = () => new Date(Date.now() + HOUR_MS);
const upload = (key: string, sizeBytes: number, expiresAt = inAnHour()) => ({
  method: 'PUT' as const,
  key,
  sizeBytes,
  expiresAt,
  origin: 'https://x',
});
const put = async (url: string, body: BodyInit) => (await fetch(url, { method: 'PUT', body })).status;

async function listed(prefix: string, from = store): Promise<StoredObject[]> {
  const found = [];
  for await (const object of from.list(prefix)) found.push(object);
  return found;
}

/** The number of multipart uploads that are neither completed nor aborted. */
const countUnfinished = async (): Promise<number> => {
  const { Uploads = [] } = await server.client().send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return Uploads.length;
};

test('an object is read back as a whole and by ranges', async () => {
  expect(await store.put('uploads/a', bytes('hel', 'lo'))).toEqual({ sizeBytes: 5 });
  expect(String(await read(store, 'uploads/a'))).toBe('hello');
  expect(String(await read(store, 'uploads/a', 1, 3))).toBe('el');
  expect(String(await read(store, 'uploads/a', 3, 99))).toBe('lo');
  expect(String(await read(store, 'uploads/a', 2, 2))).toBe('');
  expect(String(await read(store, 'uploads/a', 9, 12))).toBe('');
  expect(await store.head('uploads/a')).toEqual({ sizeBytes: 5 });
  await store.put('uploads/a', bytes('another'));
  expect(String(await read(store, 'uploads/a'))).toBe('another');
  await store.put('empty', bytes());
  expect(await read(store, 'empty')).toHaveLength(0);
  const [first] = await listed('uploads/');
  expect(first).toMatchObject({ key: 'uploads/a', sizeBytes: 7 });
  expect(Math.abs(Date.now() - first!.modifiedAt.getTime())).toBeLessThan(60_000);
  await store.check();
});

test('operations on a missing object throw ObjectMissing or do nothing', async () => {
  await expect(store.read('none')).rejects.toThrow(ObjectMissing);
  await expect(store.localPath('none', await newFolder())).rejects.toThrow(ObjectMissing);
  await expect(store.copyTo('none', store, 'some')).rejects.toThrow(ObjectMissing);
  expect(await store.head('none')).toBeNull();
  await store.remove('none');
  await store.removeAll('none/');
  await expect(new S3Store(server.url('no-such-bucket'), signer).check()).rejects.toThrow();
});

test('a large object of unknown length is uploaded in parts', async () => {
  const whole = randomBytes(20_000_060);
  const source = async function* () {
    for (let at = 0; at < whole.length; at += 1_000_003) yield whole.subarray(at, at + 1_000_003);
  };
  expect(await store.put('large', source())).toEqual({ sizeBytes: whole.length });
  expect(whole.equals(await read(store, 'large'))).toBe(true);
  // across the boundary of two parts
  const start = 8 * 1024 * 1024 - 5;
  const end = 8 * 1024 * 1024 + 5;
  expect(await read(store, 'large', start, end)).toEqual(whole.subarray(start, end));
  const folder = await newFolder();
  const file = await store.localPath('large', folder);
  expect(whole.equals(await readFile(file.path))).toBe(true);
  expect(await store.writeFrom('again', file.path)).toEqual({ sizeBytes: whole.length });
  expect(whole.equals(await read(store, 'again'))).toBe(true);
  expect(await countUnfinished()).toBe(0);
});

test.for([
  ['shorter', 20_000_001],
  ['longer', 19_999_999],
] as const)(
  'a large object that is %s than expected leaves no object and no parts',
  async ([, sizeBytes]) => {
    const source = Readable.from([Buffer.alloc(10_000_000), Buffer.alloc(10_000_000)]);
    await expect(store.put('large', source, { sizeBytes })).rejects.toThrow(WrongLength);
    expect(await store.head('large')).toBeNull();
    expect(await countUnfinished()).toBe(0);
  },
);

test('a folder with more than a thousand objects is listed and removed completely', async () => {
  const keys = Array.from({ length: 1_050 }, (_, at) => `uploads/1/${String(at).padStart(4, '0')}`);
  await store.put('uploads/10/a', bytes('x'));
  await forEachConcurrently(Readable.from(keys), 16, async (key) => void (await store.put(key, bytes('x'))));
  expect((await listed('uploads/1/')).map(({ key }) => key).sort()).toEqual(keys);
  await store.removeAll('uploads/1/');
  expect((await listed('')).map(({ key }) => key)).toEqual(['uploads/10/a']);
});

test('objects are copied within a bucket and to another without being read, also twice', async () => {
  const cold = new S3Store(server.url(await newBucket()), signer);
  const beside = new S3Store(server.url(`${bucket}/cold`), signer);
  await store.put('studies/a.zip', bytes('zip'));
  const reading = vi.spyOn(store, 'read');
  expect(await store.copyTo('studies/a.zip', beside, 'archive/a.zip')).toEqual({ sizeBytes: 3 });
  for (const _ of ['once', 'again']) {
    expect(await store.copyTo('studies/a.zip', cold, 'archive/a.zip')).toEqual({ sizeBytes: 3 });
  }
  expect(reading).not.toHaveBeenCalled();
  await store.remove('studies/a.zip');
  expect((await listed('')).map(({ key }) => key)).toEqual(['cold/archive/a.zip']);
  expect(String(await read(cold, 'archive/a.zip'))).toBe('zip');
  expect(await cold.copyTo('archive/a.zip', store, 'studies/a.zip')).toEqual({ sizeBytes: 3 });
  expect(String(await read(store, 'studies/a.zip'))).toBe('zip');
});

test('an object that is too large for CopyObject is copied in parts inside the server', async () => {
  const whole = randomBytes(12_000_000);
  await store.put('large', bytes(whole));
  const address = { Bucket: bucket, Key: 'copied' };
  await copyInParts(server.client(), address, `${bucket}/large`, whole.length);
  expect(whole.equals(await read(store, 'copied'))).toBe(true);
});

test('objects are copied to a local store and back', async () => {
  const folder = await newFolder();
  const whole = randomBytes(9_000_000);
  const local = await LocalStore.open(join(folder, 'local'), signer);
  await writeFile(join(folder, 'file'), whole);
  await store.writeFrom('studies/a.zip', join(folder, 'file'));
  expect(await store.copyTo('studies/a.zip', local, 'a.zip')).toMatchObject({ sizeBytes: whole.length });
  expect(await local.copyTo('a.zip', store, 'studies/b.zip')).toEqual({ sizeBytes: whole.length });
  expect(whole.equals(await read(store, 'studies/b.zip'))).toBe(true);
});

test('an upload URL accepts only its length and key until it expires', async () => {
  const url = await store.presign(upload('uploads/a/b', 5));
  for (const body of ['hell', 'hello!', '']) expect(await put(url, body)).toBe(403);
  expect(await put(url.replace('/a/b', '/a/c'), 'hello')).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  const chunked = { method: 'PUT', body: Readable.toWeb(bytes('hello')), duplex: 'half' } as RequestInit;
  expect((await fetch(url, chunked)).ok).toBe(false);
  expect(await listed('')).toEqual([]);
  expect(await put(url, 'hello')).toBe(200);
  expect(await put(url, 'world')).toBe(200);
  expect(String(await read(store, 'uploads/a/b'))).toBe('world');

  vi.useFakeTimers({ now: Date.now() - 2 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const old = await store.presign(upload('uploads/a/old', 5));
  vi.useRealTimers();
  expect(await put(old, 'hello')).toBe(403);
  expect(await store.head('uploads/a/old')).toBeNull();
});

test('a download through the portal supports a Russian name, ranges and HEAD, and is refused without permission', async () => {
  let isGranted = true;
  const app = Fastify();
  onTestFinished(() => app.close());
  const allow = async () => isGranted;
  await app.register(storageRoutes, {
    store,
    verify: signer.verify,
    allow,
    watch: () => () => undefined,
    maxSilenceMs: 60_000,
    clock: { now: () => new Date() },
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await store.put('studies/a.zip', bytes('snapshot'));
  const request = { key: 'studies/a.zip', sizeBytes: 8, filename: "Снимок О'Нил 1.zip", grant: 'share:1' };
  const url = await store.presign({ method: 'GET', expiresAt: inAnHour(), origin, ...request });

  const whole = await fetch(url);
  expect(await whole.text()).toBe('snapshot');
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-length': '8',
    'accept-ranges': 'bytes',
    'content-disposition': attachment(request.filename),
  });
  const etag = whole.headers.get('etag')!;
  const range = await fetch(url, { headers: { range: 'bytes=2-4', 'if-range': etag } });
  expect([range.status, range.headers.get('content-range'), await range.text()]).toEqual([
    206,
    'bytes 2-4/8',
    'aps',
  ]);
  expect((await fetch(url, { headers: { range: 'bytes=9-' } })).status).toBe(416);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    '8',
    etag,
  ]);
  await store.remove('studies/a.zip');
  expect((await fetch(url)).status).toBe(404);
  isGranted = false;
  expect((await fetch(url)).status).toBe(403);
});

test('buckets are addressed by host name if path style is off', async () => {
  const { lookup } = dns;
  const toThisMachine = (name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest]);
  vi.spyOn(dns, 'lookup').mockImplementation(toThisMachine as typeof dns.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
  const address = `?endpoint=${server.hosted}&region=${server.region}&pathStyle=off`;
  const hosted = new S3Store(`s3://${bucket}${address}`, signer);
  const cold = new S3Store(`s3://${await newBucket()}${address}`, signer);

  await hosted.put('a/large', bytes(randomBytes(9_000_000)));
  expect(await read(hosted, 'a/large', 8_999_999, 9_000_010)).toHaveLength(1);
  await hosted.copyTo('a/large', cold, 'b/large');
  expect((await listed('b/', cold)).map(({ key }) => key)).toEqual(['b/large']);
  const url = await hosted.presign(upload('uploads/a', 5));
  expect(new URL(url).hostname).toBe(`${bucket}.localhost`);
  expect(await put(url, 'hello!')).toBe(403);
  expect(await put(url, 'hello')).toBe(200);
  expect(String(await read(store, 'uploads/a'))).toBe('hello');
});

test('an object does not exist if the server is killed during its upload, and can be put after a restart', async () => {
  const source = async function* () {
    yield Buffer.alloc(9_000_000);
    await server.kill();
    yield Buffer.alloc(9_000_000);
  };
  await expect(store.put('large', source())).rejects.toThrow();
  await server.start();
  expect(await store.head('large')).toBeNull();
  expect(await listed('')).toEqual([]);
  await store.put('large', Readable.from([Buffer.alloc(18_000_000)]));
  expect(await store.head('large')).toEqual({ sizeBytes: 18_000_000 });
});

test('a store with a full disk throws StorageFull for every write and keeps its objects', async () => {
  const small = await startS3Server({ diskMB: 32 });
  onTestFinished(() => small.stop());
  useKeysOf(small);
  const full = new S3Store(small.url(await newBucket(small)), signer);
  await full.put('kept', Readable.from([Buffer.alloc(14_000_000, 'k')]));
  await expect(full.put('large', Readable.from([Buffer.alloc(40_000_000)]))).rejects.toThrow(StorageFull);
  for (const key of ['more', 'most']) await full.put(key, Readable.from([Buffer.alloc(7_000_000)]));
  await expect(full.put('small', Readable.from([Buffer.alloc(7_000_000)]))).rejects.toThrow(StorageFull);
  await expect(full.copyTo('kept', full, 'twice')).rejects.toThrow(StorageFull);
  for (const key of ['large', 'small', 'twice']) expect(await full.head(key)).toBeNull();
  expect((await read(full, 'kept')).equals(Buffer.alloc(14_000_000, 'k'))).toBe(true);
});

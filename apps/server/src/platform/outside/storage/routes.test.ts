import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../testing/until.ts';
import { storageRoutes } from './routes.ts';
import { LocalStore } from './local-store.ts';
import { createURLSigner } from './signed-url.ts';
import { type PresignRequest, StorageFull } from './storage.ts';

const signer = createURLSigner('a secret of the test');
let folder: string;
let store: LocalStore;
let app: FastifyInstance;
let origin: string;
let now: Date;
let standing: Set<string>;
let log: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snimok-door-'));
  store = await LocalStore.open(folder, signer);
  now = new Date('2026-11-21T09:00:00Z');
  standing = new Set();
  log = '';
  const stream = new Writable({
    write(line, _encoding, done) {
      log += line;
      done();
    },
  });
  app = Fastify({ logger: { level: 'trace', stream }, forceCloseConnections: true });
  await app.register(storageRoutes, {
    store,
    verify: signer.verify,
    allow: async (grant: string) => standing.has(grant),
    clock: { now: () => now },
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const key = 'uploads/a/b';
const presign = (wish: Partial<PresignRequest> = {}) =>
  store.presign({
    method: 'PUT',
    key,
    sizeBytes: 5,
    expiresAt: new Date('2026-11-21T10:00:00Z'),
    origin,
    ...wish,
  });
const put = (url: string, body: RequestInit['body'], init: RequestInit = {}) =>
  fetch(url, { method: 'PUT', body, ...init });
const stored = async (text: string) => void (await store.put(key, Readable.from([Buffer.from(text)])));
const errorOf = async (reply: Response) => ((await reply.json()) as { error: string }).error;
const temporaries = () => readdir(join(folder, '.incoming'));

/** Speaks HTTP by hand, where fetch is too polite. */
async function raw(head: string[], body = '', hangUp = false): Promise<string> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`${[...head, 'Host: x', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  if (hangUp) {
    await until('what has come to be stored', async () => (await temporaries()).length > 0);
    socket.destroy();
  }
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

test('a file is put by its URL and fetched by another', async () => {
  const reply = await put(await presign(), 'hello', { headers: { 'content-type': 'application/dicom' } });
  expect(reply.status).toBe(200);
  const fetched = await fetch(await presign({ method: 'GET', filename: 'Иванов_И_И_2026-11-21_КЛКТ.zip' }));
  expect(await fetched.text()).toBe('hello');
  expect(Object.fromEntries(fetched.headers)).toMatchObject({
    etag: reply.headers.get('etag'),
    'content-length': '5',
    'accept-ranges': 'bytes',
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition':
      `attachment; filename="___________2026-11-21_____.zip"; filename*=UTF-8''` +
      '%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2_%D0%98_%D0%98_2026-11-21_%D0%9A%D0%9B%D0%9A%D0%A2.zip',
  });
});

test.for([
  'Снимок 100% #1?.zip',
  'a/b%2Fc.dcm',
  '..',
  '',
  `${'я'.repeat(250)}.zip`,
  'O\'Neil;"x".zip',
  '\ud800',
  '%',
  '+&=',
])('the file name %j survives the URL', async (filename) => {
  await stored('hello');
  expect((await fetch(await presign({ method: 'GET', filename }))).status).toBe(200);
});

test('the URL ends in the file name', async () => {
  expect(await presign({ method: 'GET', filename: 'Снимок.zip' })).toMatch(
    /\/%D0%A1%D0%BD%D0%B8%D0%BC%D0%BE%D0%BA\.zip$/,
  );
  expect(await presign()).toMatch(/\/b$/);
});

test('an empty file is put, with and without a content type', async () => {
  expect((await put(await presign({ sizeBytes: 0 }), '')).status).toBe(200);
  expect((await put(await presign({ sizeBytes: 0 }), new Uint8Array())).status).toBe(200);
  expect(await store.head(key)).toEqual({ sizeBytes: 0 });
});

test('a large JSON body is a file like any other', async () => {
  const body = randomBytes(20_000_000);
  const url = await presign({ sizeBytes: body.length });
  expect((await put(url, body, { headers: { 'content-type': 'application/json' } })).status).toBe(200);
  const back = await (await fetch(await presign({ method: 'GET' }))).bytes();
  expect(createHash('sha256').update(back).digest('hex')).toBe(
    createHash('sha256').update(body).digest('hex'),
  );
});

test('a second PUT replaces the first', async () => {
  const url = await presign();
  const [first, second] = [await put(url, 'hello'), await put(url, 'world')];
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(await (await fetch(await presign({ method: 'GET' }))).text()).toBe('world');
});

test.for([
  ['hell', 400, 'меньше'],
  ['hello!', 413, 'больше'],
] as const)('the body %j is of another length than signed', async ([body, status, word]) => {
  const reply = await put(await presign(), body);
  expect(reply.status).toBe(status);
  expect(await errorOf(reply)).toContain(word);
  expect(await store.head(key)).toBeNull();
});

test('a body of unknown length is refused', async () => {
  const { pathname } = new URL(await presign());
  expect(
    await raw([`PUT ${pathname} HTTP/1.1`, 'Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n'),
  ).toContain(' 411 ');
  expect(await raw([`PUT ${pathname} HTTP/1.1`])).toContain(' 411 ');
  expect(await store.head(key)).toBeNull();
});

test('a connection that is cut stores nothing', async () => {
  const { pathname } = new URL(await presign());
  await raw([`PUT ${pathname} HTTP/1.1`, 'Content-Length: 5'], 'hel', true);
  await until('it to be gone', async () => (await temporaries()).length === 0);
  expect(await store.head(key)).toBeNull();
});

test('a client that waits for 100 Continue gets it', async () => {
  const { pathname } = new URL(await presign());
  const answer = await raw(
    [`PUT ${pathname} HTTP/1.1`, 'Content-Length: 5', 'Expect: 100-continue'],
    'hello',
  );
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});

test('a URL that was changed, is old, or is for another method is refused', async () => {
  await stored('hello');
  const url = await presign({ method: 'GET', filename: 'a.zip' });
  const [, , , , token = ''] = url.split('/');
  const forged = Buffer.from(JSON.stringify(['GET', 'studies/other', 5, 9e15])).toString('base64url');
  for (const bad of [
    url.replace('a.zip', 'b.zip'),
    `${origin}/storage/${forged}.${token.split('.')[1]}/a.zip`,
    `${origin}/storage/${token.slice(0, -4)}AAAA/a.zip`,
    `${origin}/storage/x/a.zip`,
    `${origin}/storage/a.zip`,
    `${origin}/storage/.../`,
    await presign({ method: 'PUT' }),
  ]) {
    const reply = await fetch(bad);
    expect(reply.status).toBe(403);
    expect(await errorOf(reply)).toContain('Ссылка недействительна или устарела');
  }
  expect((await put(url, 'hello')).status).toBe(403);
  now = new Date('2026-11-21T10:00:00Z');
  expect((await fetch(url)).status).toBe(403);
  expect(signer.verify(token, 'a.zip', now)).toEqual({ refused: 'expired' });
  expect(signer.verify(token, 'b.zip', now)).toEqual({ refused: 'forged' });
  expect(createURLSigner('another').verify(token, 'a.zip', now)).toEqual({ refused: 'forged' });
});

test('a right that is removed ends the URLs handed out with it', async () => {
  const [upload, download] = [await presign({ grant: 'g' }), await presign({ method: 'GET', grant: 'g' })];
  standing.add('g');
  expect((await put(upload, 'hello')).status).toBe(200);
  expect((await fetch(download)).status).toBe(200);
  standing.clear();
  expect((await put(upload, 'world')).status).toBe(403);
  expect((await fetch(download)).status).toBe(403);
  expect(await store.head(key)).toEqual({ sizeBytes: 5 });
});

test('a right that is removed while the bytes arrive stores nothing', async () => {
  standing.add('g');
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('hel');
      await until('what has come to be stored', async () => (await temporaries()).length === 1);
      standing.clear();
      yield Buffer.from('lo');
    })(),
  );
  const { pathname, port } = new URL(await presign({ grant: 'g' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n`);
  body.pipe(socket, { end: false });
  const answer = String(Buffer.concat(await socket.toArray()));
  expect(answer).toContain(' 403 ');
  expect(await store.head(key)).toBeNull();
});

test.for([
  ['bytes=0-1', 206, 'he', 'bytes 0-1/5'],
  ['bytes=3-', 206, 'lo', 'bytes 3-4/5'],
  ['bytes=-3', 206, 'llo', 'bytes 2-4/5'],
  ['bytes=-99', 206, 'hello', 'bytes 0-4/5'],
  ['bytes=4-99', 206, 'o', 'bytes 4-4/5'],
  ['bytes=5-', 416, '', 'bytes */5'],
  ['bytes=-0', 416, '', 'bytes */5'],
  ['bytes=3-1', 200, 'hello', null],
  ['bytes=0-1,3-4', 200, 'hello', null],
  ['lines=1-2', 200, 'hello', null],
] as const)('the range %s answers %d', async ([range, status, text, contentRange]) => {
  await stored('hello');
  const reply = await fetch(await presign({ method: 'GET' }), { headers: { range } });
  expect([reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
});

test('a download is resumed only on the same object', async () => {
  await stored('hello');
  const url = await presign({ method: 'GET' });
  const first = await fetch(url, { method: 'HEAD' });
  expect([first.status, first.headers.get('content-length'), await first.text()]).toEqual([200, '5', '']);
  const etag = first.headers.get('etag')!;
  const resume = async (ifRange: string) =>
    (await fetch(url, { headers: { range: 'bytes=3-', 'if-range': ifRange } })).text();
  expect(await resume(etag)).toBe('lo');
  expect(await resume(first.headers.get('last-modified')!)).toBe('lo');
  expect((await fetch(url, { headers: { 'if-none-match': `"x", W/${etag}` } })).status).toBe(304);
  await stored('world');
  expect(await resume(etag)).toBe('world');
});

test('what is gone is 404', async () => {
  expect((await fetch(await presign({ method: 'GET' }))).status).toBe(404);
});

test('a full disk is told as such', async () => {
  vi.spyOn(store, 'put').mockImplementation(async (_key, source) => {
    for await (const _chunk of source) throw new StorageFull();
    return { sizeBytes: 0, etag: '' };
  });
  const reply = await put(await presign({ sizeBytes: 3_000_000 }), new Uint8Array(3_000_000));
  expect(reply.status).toBe(507);
  expect(await errorOf(reply)).toContain('закончилось место');
});

test('an aborted download closes the file', async () => {
  await store.put(key, Readable.from([Buffer.alloc(50_000_000)]));
  const openFiles = async () => {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(folder));
  };
  const aborter = new AbortController();
  const reply = await fetch(await presign({ method: 'GET' }), { signal: aborter.signal });
  await reply.body!.getReader().read();
  expect(await openFiles()).toHaveLength(1);
  aborter.abort();
  await until('the file to be closed', async () => (await openFiles()).length === 0);
});

test('tokens never reach the log', async () => {
  await put(await presign(), 'hello');
  await put(await presign(), 'bad');
  await fetch(await presign({ method: 'GET' }));
  await fetch(`${origin}/storage/sekret/x`);
  expect(log).toContain('/storage/***');
  expect(log).not.toContain('sekret');
  for (const { 4: token = '' } of [
    (await presign()).split('/'),
    (await presign({ method: 'GET' })).split('/'),
  ]) {
    expect(log).not.toContain(token);
  }
});

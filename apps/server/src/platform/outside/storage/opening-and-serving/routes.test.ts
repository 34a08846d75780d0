import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { sendRaw } from '../../../../testing/requests-and-waiting/raw-http.ts';
import { until } from '../../../../testing/requests-and-waiting/until.ts';
import { KEY, startStorageRoutes } from './routes.fixture.ts';
import { createURLSigner } from '../signed-url.ts';
import { StorageFull } from '../storage.ts';

type Server = Awaited<ReturnType<typeof startStorageRoutes>>;

const put = (url: string, body: RequestInit['body'], init: RequestInit = {}) =>
  fetch(url, { method: 'PUT', body, ...init });
const errorOf = async (reply: Response) => ((await reply.json()) as { error: string }).error;
const temporaries = ({ folder }: Server) => readdir(join(folder, '.incoming'));

const requestOf = (head: string[], body = '') =>
  `${[...head, 'Host: x', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`;

test('a file is uploaded by its URL and downloaded by another', async () => {
  const { presign } = await startStorageRoutes();
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

test('an empty file is uploaded with and without a content type', async () => {
  const { presign, store } = await startStorageRoutes();
  expect((await put(await presign({ sizeBytes: 0 }), '')).status).toBe(200);
  expect((await put(await presign({ sizeBytes: 0 }), new Uint8Array())).status).toBe(200);
  expect(await store.head(KEY)).toEqual({ sizeBytes: 0 });
});

test('a large body with a JSON content type is not parsed', async () => {
  const { presign } = await startStorageRoutes();
  const body = randomBytes(20_000_000);
  const url = await presign({ sizeBytes: body.length });
  expect((await put(url, body, { headers: { 'content-type': 'application/json' } })).status).toBe(200);
  const back = await (await fetch(await presign({ method: 'GET' }))).bytes();
  expect(createHash('sha256').update(back).digest('hex')).toBe(
    createHash('sha256').update(body).digest('hex'),
  );
});

test('a second PUT replaces the first', async () => {
  const { presign } = await startStorageRoutes();
  const url = await presign();
  const first = await put(url, 'hello');
  const second = await put(url, 'world');
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(await (await fetch(await presign({ method: 'GET' }))).text()).toBe('world');
});

test.for([
  ['hell', 400, 'меньше'],
  ['hello!', 413, 'больше'],
] as const)(
  'the body %j is refused because its length is not the signed one',
  async ([body, status, word]) => {
    const { presign, store } = await startStorageRoutes();
    const reply = await put(await presign(), body);
    expect(reply.status).toBe(status);
    expect(await errorOf(reply)).toContain(word);
    expect(await store.head(KEY)).toBeNull();
  },
);

test('a body without Content-Length is refused', async () => {
  const server = await startStorageRoutes();
  const { pathname } = new URL(await server.presign());
  const chunked = [`PUT ${pathname} HTTP/1.1`, 'Transfer-Encoding: chunked'];
  for (const request of [
    requestOf(chunked, '5\r\nhello\r\n0\r\n\r\n'),
    requestOf([`PUT ${pathname} HTTP/1.1`]),
  ]) {
    expect(await sendRaw(server.origin, request)).toContain(' 411 ');
  }
  expect(await server.store.head(KEY)).toBeNull();
});

test('an upload whose connection is cut stores no object', async () => {
  const server = await startStorageRoutes();
  const { pathname, port } = new URL(await server.presign());
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(requestOf([`PUT ${pathname} HTTP/1.1`, 'Content-Length: 5'], 'hel'));
  await until('a temporary file', async () => (await temporaries(server)).length > 0);
  socket.destroy();
  await until('the temporary file to be removed', async () => (await temporaries(server)).length === 0);
  expect(await server.store.head(KEY)).toBeNull();
});

test('a client that expects 100 Continue receives it', async () => {
  const server = await startStorageRoutes();
  const { pathname } = new URL(await server.presign());
  const head = [`PUT ${pathname} HTTP/1.1`, 'Content-Length: 5', 'Expect: 100-continue'];
  const reply = await sendRaw(server.origin, requestOf(head, 'hello'));
  expect(reply).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
});

test('a URL that is forged, expired or for another method is refused', async () => {
  const { presign, putText, origin, clock, signer } = await startStorageRoutes();
  await putText('hello');
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
  clock.time = new Date('2026-11-21T10:00:00Z');
  expect((await fetch(url)).status).toBe(403);
  expect(signer.verify(token, 'a.zip', clock.time)).toEqual({ refused: 'expired' });
  expect(signer.verify(token, 'b.zip', clock.time)).toEqual({ refused: 'forged' });
  expect(createURLSigner('another').verify(token, 'a.zip', clock.time)).toEqual({ refused: 'forged' });
});

test('URLs stop working when their permission is revoked', async () => {
  const { presign, store, grants } = await startStorageRoutes();
  const upload = await presign({ grant: 'g' });
  const download = await presign({ method: 'GET', grant: 'g' });
  grants.add('g');
  expect((await put(upload, 'hello')).status).toBe(200);
  expect((await fetch(download)).status).toBe(200);
  grants.clear();
  expect((await put(upload, 'world')).status).toBe(403);
  expect((await fetch(download)).status).toBe(403);
  expect(await store.head(KEY)).toEqual({ sizeBytes: 5 });
});

test('an upload whose permission is revoked during the transfer stores no object', async () => {
  const server = await startStorageRoutes();
  server.grants.add('g');
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('hel');
      await until('a temporary file', async () => (await temporaries(server)).length === 1);
      server.grants.clear();
      yield Buffer.from('lo');
    })(),
  );
  const { pathname, port } = new URL(await server.presign({ grant: 'g' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(requestOf([`PUT ${pathname} HTTP/1.1`, 'Content-Length: 5']));
  body.pipe(socket, { end: false });
  const reply = String(Buffer.concat(await socket.toArray()));
  expect(reply).toContain(' 403 ');
  expect(await server.store.head(KEY)).toBeNull();
});

test('a full disk is answered with 507', async () => {
  const { presign, store } = await startStorageRoutes();
  vi.spyOn(store, 'put').mockImplementation(async (_key, source) => {
    for await (const _chunk of source) throw new StorageFull();
    return { sizeBytes: 0, etag: '' };
  });
  const reply = await put(await presign({ sizeBytes: 3_000_000 }), new Uint8Array(3_000_000));
  expect(reply.status).toBe(507);
  expect(await errorOf(reply)).toContain('закончилось место');
});

test('tokens never reach the log', async () => {
  const { presign, origin, readLog } = await startStorageRoutes();
  await put(await presign(), 'hello');
  await put(await presign(), 'bad');
  await fetch(await presign({ method: 'GET' }));
  await fetch(`${origin}/storage/sekret/x`);
  expect(readLog()).toContain('/storage/***');
  expect(readLog()).not.toContain('sekret');
  for (const url of [await presign(), await presign({ method: 'GET' })]) {
    const { 4: token = '' } = url.split('/');
    expect(token).not.toBe('');
    expect(readLog()).not.toContain(token);
  }
});

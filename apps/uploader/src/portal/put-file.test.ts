import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { checksum, senderOf } from './put-file.ts';
import { type Pace, unlimited } from '../program/rate-limit.ts';

const { put: putFile } = senderOf(unlimited);
const neverAborted = new AbortController().signal;

async function put(answer: RequestListener, content: string, size = content.length) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const path = join(temporaryFolder(), 'a.dcm');
  writeFileSync(path, content);
  const moved: number[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/x`;
  const onMoved = (bytes: number) => void moved.push(bytes);
  const problem = await putFile({ url, file: { path, size }, signal: neverAborted, onMoved }).catch(
    (reason) => reason,
  );
  return { problem, moved };
}

test('a file is sent whole, with its Content-Length', async () => {
  let arrived = '';
  const accept: RequestListener = (request, reply) => {
    void text(request).then((body) => {
      arrived = `${request.method} ${request.headers['content-length']} ${body.length}`;
      reply.end();
    });
  };
  const { problem, moved } = await put(accept, 'x'.repeat(300_000));
  expect([problem, arrived, moved.at(-1)]).toEqual([undefined, 'PUT 300000 300000', 300_000]);
  await put(accept, '');
  expect(arrived).toBe('PUT 0 0');
});

test('an early refusal of the store is reported with its status and sentence, a lost connection without a status', async () => {
  const refuse: RequestListener = (_, reply) => {
    reply.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"Срок ссылки истёк"}');
  };
  expect((await put(refuse, 'x'.repeat(300_000))).problem).toMatchObject({
    status: 403,
    message: 'Срок ссылки истёк',
  });
  const hangUp: RequestListener = (request) => request.socket.destroy();
  expect((await put(hangUp, 'abc')).problem).toMatchObject({ status: null });
});

test('a file whose size has changed is not sent', async () => {
  const { problem } = await put((_, reply) => reply.end(), 'abc', 5);
  expect(problem).toMatchObject({ status: 410, message: expect.stringContaining('изменился') });
});

test('a part of a file is sent with its headers, and its checksum covers its bytes only', async () => {
  let arrived: unknown;
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      arrived = [body, request.headers['content-length'], request.headers['x-amz-checksum-crc32']];
      reply.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const path = join(temporaryFolder(), 'a.zip');
  writeFileSync(path, 'xx123456789yy');
  const file = { path, size: 13 };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/x`;
  const span = { start: 2, end: 11 };
  const headers = { 'x-amz-checksum-crc32': 'y/Q5Jg==' };
  const moved: number[] = [];
  const onMoved = (bytes: number) => void moved.push(bytes);
  await putFile({ url, file, span, headers, signal: neverAborted, onMoved });
  expect([arrived, moved.at(-1)]).toEqual([['123456789', '9', 'y/Q5Jg=='], 9]);
  expect(await checksum(file, span, neverAborted)).toBe('cbf43926');
  await expect(checksum({ ...file, path: `${path}.gone` }, span, neverAborted)).rejects.toMatchObject({
    status: 410,
  });
});

test('a bundle is sent in the order of its payloads, not faster than permitted', async () => {
  let arrived = '';
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      arrived = `${request.headers['content-length']} ${body}`;
      reply.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const permitted: number[] = [];
  const pace: Pace = async (bytes) => void permitted.push(bytes);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/x`;
  const payloads = ['a'.repeat(20_000), '', 'bc'].map((some) => new Uint8Array(Buffer.from(some)));
  const moved: number[] = [];
  const onMoved = (bytes: number) => void moved.push(bytes);
  await senderOf(pace).putBundle({ url, payloads, signal: neverAborted, onMoved });
  expect(arrived).toBe(`20002 ${'a'.repeat(20_000)}bc`);
  expect(permitted).toEqual([16_384, 3616, 2]);
  expect(moved.at(-1)).toBe(20_002);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { release } from './release.ts';

test('release frees the chunks that a socket delivers', async () => {
  const left: number[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      release(chunk);
      left.push(chunk.byteLength);
    }
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: Buffer.alloc(4 * 1024 * 1024) });
  expect(left.length).toBeGreaterThan(1);
  expect(left.filter((byteLength) => byteLength > 0)).toEqual([]);
});

test('release keeps memory that other buffers share', () => {
  const first = Buffer.from('first');
  const second = Buffer.from('second');
  release(first);
  expect([String(first), String(second)]).toEqual(['first', 'second']);
});

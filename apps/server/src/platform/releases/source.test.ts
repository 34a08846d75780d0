import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSource } from './source.ts';

test('a source is read at its own address, and its redirects are not followed', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/moved/')) response.writeHead(302, { location: '/releases/release.json' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(String(await openSource(`${origin}/releases`).read('release.json'))).toBe('{}');
  await expect(openSource(`${origin}/moved`).read('release.json')).rejects.toThrow('cannot be read');
  expect(asked).toEqual(['/releases/release.json', '/moved/release.json']);
});

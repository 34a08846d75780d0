import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { expect, test } from 'vitest';
import { textFrame } from './frame.ts';

test('a client reads text frames with headers of every length', async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((bytes) =>
    'a'.repeat(bytes % 2).padStart((bytes + (bytes % 2)) / 2, 'я'),
  );
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  server.on('upgrade', (request, duplex, head) =>
    sockets.handleUpgrade(request, duplex, head, (socket) => {
      duplex.write(Buffer.concat(texts.map(textFrame)));
      socket.close(1000);
    }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: unknown[] = [];
  client.addEventListener('message', ({ data }) => received.push(data));
  await new Promise((resolve) => client.addEventListener('close', resolve));
  expect(received).toEqual(texts);
  server.close();
});

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { startBalancer } from '../testing/nginx.ts';
import { until } from '../testing/until.ts';

/** What an API is to the balancer: it answers, and keeps WebSockets for as long as anybody wants. */
const standIn = async (port: number) => {
  const counted = { asked: 0, held: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((_request, reply) => {
    counted.asked += 1;
    reply.end('{}');
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('upgrade', (_request, socket) => {
    counted.held += 1;
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return counted;
};

const twoPlaces = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-nginx-'));
  const [first, second, portalPort, storePort, s3Port] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const ports = {
    apiPorts: [first!, second!],
    portalPort: portalPort!,
    storePort: storePort!,
    s3Port: s3Port!,
  };
  const nginx = await startBalancer(process.env.NGINX ?? 'nginx', folder, ports);
  onTestFinished(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  });
  const ask = async () => {
    const reply = await fetch(`http://127.0.0.1:${portalPort}/api/1/settings`);
    await reply.text();
    return reply.status;
  };
  const openSocket = async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket' };
    const opening = request({ host: '127.0.0.1', port: portalPort, path: '/connection/websocket', headers });
    opening.end();
    const [, socket] = (await once(opening, 'upgrade')) as [unknown, Socket];
    onTestFinished(() => void socket.destroy());
  };
  return { first: first!, second: second!, ask, openSocket };
};

const times = async (count: number, act: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await act();
};

test('an API that comes back gets its half of what is asked, though the other holds all sockets', async () => {
  const { first, second, ask, openSocket } = await twoPlaces();
  const stayed = await standIn(first);
  await times(30, openSocket);
  expect(stayed.held).toBe(30);
  const back = await standIn(second);
  await until('the balancer to have noticed', async () => (await ask()) === 200 && back.asked > 0);
  const before = { stayed: stayed.asked, back: back.asked };
  await times(100, ask);
  expect(stayed.asked - before.stayed).toBeGreaterThan(30);
  expect(back.asked - before.back).toBeGreaterThan(30);
  const openAnother = () => openSocket().then(() => back.held > 0);
  await until('a socket for the one that came back', openAnother, 200);
});

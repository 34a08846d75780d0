import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { movableClock } from '../../../testing/portal/server.ts';
import { readConfig } from '../../settings/config.ts';
import { createServer } from '../server.ts';
import { openTLS } from './open-tls.ts';

export const HOST = 'portal.center.test';

/** A server with the path `/protocol` that also answers by HTTPS; `/slow` answers when `slow.allow` is called. */
export const startSecure = async (settings: Record<string, string>, { checkMs = 50 } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'snimok-tls-'));
  const ports = { secure: await freePort(), redirects: await freePort() };
  const config = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: `https://${HOST}`,
    TLS_PORT: String(ports.secure),
    HTTP_PORT: String(ports.redirects),
    ...settings,
  });
  const log = pino({ level: 'silent' });
  const clock = movableClock();
  const app = createServer({ log, config });
  app.get('/protocol', async ({ protocol }) => protocol);
  const arrived = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    arrived.resolve();
    await allowed.promise;
    return 'late';
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const tls = openTLS(app.server, { config, log, clock }, { checkMs });
  const close = async () => {
    tls?.stopListening();
    await app.close();
    await tls?.closed();
  };
  onTestFinished(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const slow = { arrived: arrived.promise, allow: () => allowed.resolve() };
  return { slow, address, clock, config, dataDir, ports, close };
};

/** An answer by HTTPS from this machine, verified with the authority `ca`, as if the host were in the DNS. */
export const getSecure = async (port: number, path: string, ca: string, agent = new Agent()) => {
  const options = { host: '127.0.0.1', port, path, ca, agent, servername: HOST, headers: { host: HOST } };
  const sent = request(options);
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, body: await text(reply), socket: reply.socket };
};

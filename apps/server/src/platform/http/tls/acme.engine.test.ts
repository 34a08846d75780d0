import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAuthority } from '../../../testing/outside/acme-authority.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { DAY_MS } from '../../time-and-sizes/duration.ts';
import { getSecure, startSecure } from './tls.fixture.ts';
import { readTLSState } from './tls-folder.ts';

const start = async (openedAt?: number) => {
  const httpPort = await freePort();
  const { directory, root } = await startAuthority(openedAt ?? httpPort);
  const settings = { TLS: 'acme', ACME_DIRECTORY: directory, HTTP_PORT: String(httpPort) };
  const secure = await startSecure(settings);
  const get = () => getSecure(secure.ports.secure, '/protocol', root).catch(() => null);
  const saved = () => readFile(join(secure.dataDir, 'tls/certificate.pem'), 'utf8').catch(() => '');
  return { ...secure, get, saved };
};

test('the portal orders a certificate from a real authority, answers with it, and renews it in time', async () => {
  const { get, saved, clock, config } = await start();
  expect((await until('HTTPS', get)).body).toBe('https');
  const first = await saved();
  expect(first).toMatch(/^-----BEGIN PRIVATE KEY-----[\s\S]+-----BEGIN CERTIFICATE-----/);
  expect((await readTLSState(config))?.problem).toBeNull();
  // Pebble's certificates are valid for 90 days or less
  clock.advance(89 * DAY_MS);
  await until('the renewal', async () => (await saved()) !== first);
  expect((await until('HTTPS', get)).status).toBe(200);
}, 60_000);

test('if the authority cannot open the address, the problem is recorded, and the next order waits', async () => {
  const taken = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'));
  const port = await freePort();
  taken.listen(port, '127.0.0.1');
  const { config, clock, saved } = await start(port);
  const failed = (count: number) => async () => {
    const state = await readTLSState(config);
    return state?.problem === 'unreachable' && state.failures === count ? state : null;
  };
  const first = await until('the failure', failed(1));
  expect(first.nextAt.getTime() - clock.now().getTime()).toBeGreaterThan(10 * 60_000);
  clock.advance(16 * 60_000);
  const second = await until('the second failure', failed(2));
  expect(second.nextAt.getTime() - clock.now().getTime()).toBeGreaterThan(25 * 60_000);
  expect(await saved()).toBe('');
  taken.close();
}, 60_000);

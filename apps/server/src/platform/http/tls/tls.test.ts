import { X509Certificate } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { certificateAuthority } from '../../../testing/outside/certificates.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { readConfig } from '../../settings/config.ts';
import { getSecure, HOST, startSecure } from './tls.fixture.ts';
import { readTLSState } from './tls-folder.ts';

/** Files of a certificate for the host, and the authority that signs it. */
const files = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-certificates-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { ca, issue } = certificateAuthority(folder, 'authority');
  const { cert, key } = issue(HOST);
  return { ca: await readFile(ca, 'utf8'), cert, key, issue };
};

const settingsOf = ({ cert, key }: { cert: string; key: string }) => ({
  TLS: 'files',
  TLS_CERTIFICATE: cert,
  TLS_KEY: key,
});

const answered = (port: number, ca: string) => getSecure(port, '/protocol', ca).catch(() => null);

test('with the files of a certificate the portal answers by HTTPS, and still at PORT', async () => {
  const of = await files();
  const { ports, address } = await startSecure(settingsOf(of));
  await until('HTTPS', () => answered(ports.secure, of.ca));
  expect(await getSecure(ports.secure, '/protocol', of.ca)).toMatchObject({ status: 200, body: 'https' });
  expect(await (await fetch(`${address}/protocol`)).text()).toBe('http');
});

test('files that were renewed are used without a restart', async () => {
  const of = await files();
  const { ports } = await startSecure(settingsOf(of));
  const serial = async () => {
    const reply = await answered(ports.secure, of.ca);
    return (
      reply?.socket as { getPeerCertificate?: () => { serialNumber: string } } | undefined
    )?.getPeerCertificate?.().serialNumber;
  };
  const before = await until('HTTPS', serial);
  const other = of.issue('renewed');
  await copyFile(other.cert, of.cert);
  await copyFile(other.key, of.key);
  const { serialNumber } = new X509Certificate(await readFile(other.cert));
  expect(serialNumber).not.toBe(before);
  // the new certificate is for another name
  await until('the new certificate', async () => {
    const failure = await getSecure(ports.secure, '/protocol', of.ca).then(
      () => null,
      (cause: { cert?: { serialNumber: string } }) => cause.cert?.serialNumber,
    );
    return failure === serialNumber;
  });
});

test('a key of another certificate is recorded as a problem, and the portal still answers at PORT', async () => {
  const of = await files();
  const other = of.issue('other');
  const { address, config, ports } = await startSecure(settingsOf({ cert: of.cert, key: other.key }));
  await until('the problem', async () => (await readTLSState(config))?.problem === 'files');
  expect((await fetch(`${address}/protocol`)).status).toBe(200);
  expect(await answered(ports.secure, of.ca)).toBeNull();
  await copyFile(other.cert, of.cert);
  await until('the end of the problem', async () => (await readTLSState(config))?.problem === null);
});

test('the second port redirects browsers to HTTPS, and to no other site', async () => {
  const { ports } = await startSecure(settingsOf(await files()));
  const get = async (path: string, method = 'GET') => {
    const reply = await fetch(`http://127.0.0.1:${ports.redirects}${path}`, { method, redirect: 'manual' });
    return [reply.status, reply.headers.get('location')];
  };
  await until('the port', () => get('/').catch(() => null));
  expect(await get('/doctor-area/?tab=1')).toEqual([307, `https://${HOST}/doctor-area/?tab=1`]);
  expect(await get('//evil.test/')).toEqual([307, `https://${HOST}/`]);
  expect(await get('/.well-known/acme-challenge/none')).toEqual([
    307,
    `https://${HOST}/.well-known/acme-challenge/none`,
  ]);
  expect(await get('/api/1/auth/token', 'POST')).toEqual([403, null]);
});

test('a request that runs is answered while the portal stops, and its connection is closed', async () => {
  const of = await files();
  const { slow, ports, close } = await startSecure(settingsOf(of));
  await until('HTTPS', () => answered(ports.secure, of.ca));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const running = getSecure(ports.secure, '/slow', of.ca, agent);
  await slow.arrived;
  const closed = close();
  slow.allow();
  expect(await running).toMatchObject({ status: 200, body: 'late' });
  await closed;
});

test.for([
  [{ TLS: 'acme' }, 'Setting TLS: requires a PUBLIC_URL that begins with https://'],
  [
    { TLS: 'acme', PUBLIC_URL: 'https://192.0.2.7' },
    'Setting TLS: acme requires the name of a host on the internet in PUBLIC_URL',
  ],
  [
    { TLS: 'files', PUBLIC_URL: `https://${HOST}` },
    'Setting TLS: files requires TLS_CERTIFICATE and TLS_KEY',
  ],
] as const)('the settings %j stop the start with one line', ([settings, line]) => {
  expect(() => readConfig(settings)).toThrow(line);
});

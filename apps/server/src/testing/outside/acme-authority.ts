import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';
import { certificateAuthority } from './certificates.ts';

/** The answer 127.0.0.1 to a DNS query (RFC 1035); queries for types other than A get no answer. */
const answerTo = (query: Buffer): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const isA = question.readUInt16BE(question.length - 4) === 1;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const answer = Buffer.from('c00c000100010000000100047f000001', 'hex');
  return Buffer.concat([header, question, ...(isA ? [answer] : [])]);
};

/** A DNS server over TCP, where each message has its length before it. */
const startNames = async (): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const answer = answerTo(bytes.subarray(2));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      socket.write(Buffer.concat([length, answer]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Pebble, an authority for tests, which opens challenges at `httpPort` of this machine, and refuses every fifth nonce. */
export const startAuthority = async (httpPort: number) => {
  const program = process.env.PEBBLE;
  if (!program) throw new Error('PEBBLE is not set to a program: run `npm run test:engines`');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-acme-'));
  const { ca, issue } = certificateAuthority(folder, 'pebble');
  const { cert, key } = issue('localhost');
  const ports = { api: await freePort(), management: await freePort() };
  const config = join(folder, 'pebble.json');
  const pebble = {
    listenAddress: `127.0.0.1:${ports.api}`,
    managementListenAddress: `127.0.0.1:${ports.management}`,
    certificate: cert,
    privateKey: key,
    httpPort,
    tlsPort: httpPort,
  };
  await writeFile(config, JSON.stringify({ pebble }));
  const child = spawn(program, ['-config', config, '-dnsserver', await startNames()], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '20' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const before = getCACertificates();
  setDefaultCACertificates([...before, await readFile(ca, 'utf8')]);
  onTestFinished(async () => {
    setDefaultCACertificates(before);
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const root = `https://localhost:${ports.management}/roots/0`;
  await until('Pebble to answer', () =>
    fetch(root).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    directory: `https://localhost:${ports.api}/dir`,
    /** the certificate of the authority that signs, in PEM */
    root: await (await fetch(root)).text(),
  };
};

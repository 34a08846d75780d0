import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startClamdStandIn, testVirus } from '../../../testing/outside/clamd-stand-in.ts';
import { AntivirusUnavailable } from './antivirus.ts';
import { clamd } from './clamd.ts';

const { signal } = new AbortController();
const MB = 1e6;

/** One content in many chunks. */
const streamOf = (...parts: Buffer[]) => Readable.from(parts);

test('a content is scanned completely, whatever its size', async () => {
  const { url, scanned } = await startClamdStandIn();
  const antivirus = clamd(url);
  await antivirus.check();
  expect(await antivirus.scan(streamOf(), signal)).toBeNull();
  const chunk = Buffer.alloc(MB, 'x');
  expect(await antivirus.scan(streamOf(...Array.from({ length: 20 }, () => chunk)), signal)).toBeNull();
  expect(scanned).toEqual([0, 20 * MB]);
});

test('a virus is reported by its name, also if it extends over two chunks', async () => {
  const { url } = await startClamdStandIn();
  const virus = testVirus();
  const content = streamOf(Buffer.alloc(MB), virus.subarray(0, 10), virus.subarray(10));
  expect(await clamd(url).scan(content, signal)).toBe('Eicar-Signature');
});

test('a content that clamd refuses as too large counts as not checked', async () => {
  const { url } = await startClamdStandIn({ maxBytes: 3 * MB });
  const content = Readable.from(
    (function* () {
      for (let i = 0; i < 200; i++) yield Buffer.alloc(MB);
    })(),
  );
  await expect(clamd(url).scan(content, signal)).rejects.toThrow(AntivirusUnavailable);
  expect(content.destroyed).toBe(true);
});

test.each([
  ['closes the connection', ''],
  ['answers something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('a server that %s counts as an unavailable scanner', async (_, answer) => {
  const server = createServer((socket) => socket.on('error', () => {}).end(answer));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const antivirus = clamd(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(antivirus.check()).rejects.toThrow(AntivirusUnavailable);
  await expect(antivirus.scan(streamOf(Buffer.alloc(10)), signal)).rejects.toThrow(AntivirusUnavailable);
});

/** A server that calls `serve` for each connection. */
const startServing = async (serve: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Calls `step` every 20 ms until the connection ends. */
const repeat = (socket: Socket, step: () => void) => {
  const timer = setInterval(step, 20);
  socket.on('close', () => clearInterval(timer));
};

test.for<[string, (socket: Socket) => void]>([
  ['does not answer', (socket) => void socket.resume()],
  ['answers byte by byte for ever', (socket) => repeat(socket.resume(), () => socket.write('x'))],
  ['answers with lines for ever', (socket) => repeat(socket.resume(), () => socket.write('stream: OK\n'))],
  ['takes the content byte by byte', (socket) => repeat(socket.pause(), () => void socket.read(1))],
  [
    'answers without an end',
    (socket) => {
      const send = () => {
        while (!socket.destroyed && socket.write('x'.repeat(5000)));
      };
      socket.resume().on('drain', send);
      send();
    },
  ],
])('a scanner that %s counts as unavailable', async ([, serve]) => {
  const url = await startServing(serve);
  const antivirus = clamd(url, { silenceMs: 400 });
  await expect(antivirus.check()).rejects.toThrow(AntivirusUnavailable);
  const chunks = Array.from({ length: 40 }, () => Buffer.alloc(MB));
  await expect(antivirus.scan(streamOf(...chunks), signal)).rejects.toThrow(AntivirusUnavailable);
});

test('a scanner that does not run is unavailable', async () => {
  await expect(clamd('unix:/nowhere/clamd.ctl').check()).rejects.toThrow(AntivirusUnavailable);
});

test('a file that cannot be read is reported as such and not as an unavailable scanner', async () => {
  const { url } = await startClamdStandIn();
  const content = new Readable({
    read() {
      this.destroy(new Error('EIO'));
    },
  });
  const failure = clamd(url).scan(content, signal);
  await expect(failure).rejects.not.toThrow(AntivirusUnavailable);
  await expect(failure).rejects.toThrow('the file cannot be read');
});

test('a scan can be aborted', async () => {
  const { url } = await startClamdStandIn();
  const stopping = new AbortController();
  const endless = new Readable({ read() {} });
  const scan = clamd(url).scan(endless, stopping.signal);
  endless.push(Buffer.alloc(10));
  stopping.abort();
  await expect(scan).rejects.toThrow('aborted');
});

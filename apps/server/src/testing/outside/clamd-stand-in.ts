import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * The test file of EICAR, which every scanner reports although it is harmless. It is assembled from parts here, so that a
 * scanner does not report the repository.
 */
export const testVirus = (): Buffer =>
  Buffer.from(
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR', '-STANDARD-ANTIVIRUS-', 'TEST-FILE!', '$H+H*'].join(''),
  );

interface StandIn {
  /** a value of CLAMD_URL */
  url: string;
  /** sizes of the contents that were scanned completely */
  scanned: number[];
}

/**
 * A scanner on 127.0.0.1 with the part of clamd's protocol that the portal uses. It runs until the test ends. Like clamd, it
 * refuses contents as soon as they exceed `maxBytes`, without reading the rest.
 */
export const startClamdStandIn = async ({
  port = 0,
  maxBytes = Number.MAX_SAFE_INTEGER,
} = {}): Promise<StandIn> => {
  const scanned: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    answer(socket, maxBytes, scanned).catch(() => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, scanned };
};

const answer = async (socket: Socket, maxBytes: number, scanned: number[]): Promise<void> => {
  const read = readerOf(socket);
  let command = '';
  for (let byte = await read(1); byte[0] !== 0; byte = await read(1)) command += String(byte);
  if (command === 'zPING') return void socket.end('PONG\0');
  if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const length = (await read(4)).readUInt32BE();
    if (length === 0) break;
    bytes += length;
    if (bytes > maxBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    chunks.push(await read(length));
  }
  scanned.push(bytes);
  const isInfected = Buffer.concat(chunks).includes(testVirus());
  socket.end(isInfected ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
};

/** Reads exactly as many bytes as asked for. */
const readerOf = (socket: Socket) => {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest = Buffer.alloc(0);
  return async (length: number): Promise<Buffer> => {
    while (rest.length < length) {
      const next = await chunks.next();
      if (next.done) throw new Error('the client has closed the connection');
      rest = Buffer.concat([rest, next.value]);
    }
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
};

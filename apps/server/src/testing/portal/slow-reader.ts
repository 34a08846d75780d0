import { type EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestServer } from './server.ts';
import { until } from '../requests-and-waiting/until.ts';

/** More than the buffers of a TCP connection hold, so that the server waits for the reader. */
export const LARGE_BYTES = 32 * 1024 ** 2;

interface SlowReader {
  /** The status line and the headers of the response. */
  head: string;
  /** Resolves when the server has closed its side of the connection. */
  closedByServer: Promise<unknown>;
  isClosed(): boolean;
  /** Reads everything that still arrives. Returns the number of bytes after the headers. */
  readRest(): Promise<number>;
}

/** Requests a path or a URL and reads no more than the beginning of the response. */
export const openSlowReader = async (
  server: Pick<TestServer, 'app' | 'address'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<SlowReader> => {
  const { pathname, search } = new URL(path.startsWith('http') ? path : `${server.address}/api/1${path}`);
  const lines = Object.entries({ host: new URL(server.address).host, ...headers });
  const request = [`GET ${pathname}${search} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  const { socket, ...connection } = await openConnection(server);
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  let received = '';
  while (!received.includes('\r\n\r\n')) {
    await once(socket, 'readable');
    received += (socket.read() as Buffer | null)?.toString('latin1') ?? '';
  }
  const at = received.indexOf('\r\n\r\n');
  return {
    ...connection,
    head: received.slice(0, at),
    async readRest() {
      let bytes = received.length - at - 4;
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => (bytes += chunk.length));
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
      return bytes;
    },
  };
};

/** Resolves with the server's side of a connection. */
const serverSides = new WeakMap<object, (port: number) => Promise<Socket>>();

/** Sockets are matched by the port of the client, because several connections are opened at a time. */
const watchConnections = (server: EventEmitter): ((port: number) => Promise<Socket>) => {
  const accepted = new Map<number, Socket>();
  server.on('connection', (side: Socket) => {
    if (side.remotePort !== undefined) accepted.set(side.remotePort, side);
  });
  return (port) => until('the server to accept a connection', () => accepted.get(port));
};

/** A TCP connection to the server, with the server's side of it. */
export const openConnection = async ({ app, address }: Pick<TestServer, 'app' | 'address'>) => {
  const { hostname, port } = new URL(address);
  const sideOf = serverSides.get(app.server) ?? watchConnections(app.server);
  serverSides.set(app.server, sideOf);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const side = await sideOf(socket.localPort ?? 0);
  // emitted if the server resets the connection
  socket.on('error', () => undefined);
  return {
    socket,
    closedByServer: new Promise((resolve) => side.once('close', resolve)),
    isClosed: () => side.destroyed,
  };
};

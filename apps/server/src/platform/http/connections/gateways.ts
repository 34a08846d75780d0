import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { namesOneHost } from './one-host.ts';

export type Gateway = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Passes WebSocket upgrades to the gateway of their path. Browsers let any site open a WebSocket and send our cookies
 * with it, so the `Origin` is checked; a program that is not a browser sends none.
 */
export const openGateways = (
  app: FastifyInstance,
  ownOrigin: string,
  gateways: Record<string, Gateway>,
  registry: Registry,
): void => {
  const openSockets = new Gauge({
    name: 'snimok_websockets',
    help: 'Open WebSockets of this process',
    registers: [registry],
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // without a listener an error would end the process
    socket.on('error', () => socket.destroy());
    const gateway = gateways[(request.url ?? '').split('?', 1)[0]?.replace(/\/$/, '') ?? ''];
    if (!namesOneHost(request)) refuse(socket, 400);
    else if (!gateway) refuse(socket, 404);
    else if (!isSameOrigin(request, ownOrigin)) refuse(socket, 403);
    else {
      openSockets.inc();
      socket.once('close', () => openSockets.dec());
      gateway(request, socket, head);
    }
  });
};

const refuse = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const isSameOrigin = ({ headers }: IncomingMessage, ownOrigin: string): boolean => {
  if (headers.origin === undefined || headers.origin === ownOrigin) return true;
  try {
    return new URL(headers.origin).host === (headers['x-forwarded-host'] ?? headers.host);
  } catch {
    return false;
  }
};

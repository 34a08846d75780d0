import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';

export type Gateway = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * The doors for WebSockets, by path. A browser lets any site open one and sends our cookies along, so each is asked
 * where it comes from; a program that is no browser sends no `Origin`.
 */
export const openGateways = (
  app: FastifyInstance,
  ownOrigin: string,
  doors: Record<string, Gateway>,
  registry: Registry,
): void => {
  const open = new Gauge({
    name: 'snimok_websockets',
    help: 'WebSockets that are open through this process',
    registers: [registry],
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // nobody listens yet, and an error without a listener ends the process
    socket.on('error', () => socket.destroy());
    const door = doors[(request.url ?? '').split('?', 1)[0]?.replace(/\/$/, '') ?? ''];
    if (!door) refuse(socket, 404);
    else if (!isOurs(request, ownOrigin)) refuse(socket, 403);
    else {
      open.inc();
      socket.once('close', () => open.dec());
      door(request, socket, head);
    }
  });
};

const refuse = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const isOurs = ({ headers }: IncomingMessage, ownOrigin: string): boolean => {
  if (headers.origin === undefined || headers.origin === ownOrigin) return true;
  try {
    return new URL(headers.origin).host === (headers['x-forwarded-host'] ?? headers.host);
  } catch {
    return false;
  }
};

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Exchange {
  request: IncomingMessage;
  url: URL;
  answer: ServerResponse;
}

export const json = ({ answer }: Exchange, value: unknown) =>
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** An archive with HTTP on a free port of this machine. Requests that `handle` does not answer get 404. */
export const startArchive = async (handle: (exchange: Exchange) => void) => {
  const server = createServer((request, answer) => {
    handle({ request, answer, url: new URL(request.url ?? '', 'http://archive.test') });
    if (!answer.headersSent && !answer.destroyed) answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

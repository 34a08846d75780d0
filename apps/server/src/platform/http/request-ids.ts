import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { runForRequest } from '../logging/request-context.ts';

/** nginx sends 32 hexadecimal digits, other proxies a UUID. Any other value could be a name or contain a line break. */
const FORMAT = /^[0-9a-f-]{16,64}$/i;

/** The request id from the proxy, so that both logs can be read together; a new id if there is none. */
export const requestIDOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && FORMAT.test(given) ? given : randomUUID();
};

/** Adds the request id to every response and to the log lines of everything that the request causes. */
export const addRequestIDs = (server: FastifyInstance | object): void => {
  const app = server as FastifyInstance;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    runForRequest(request.id, done);
  });
};

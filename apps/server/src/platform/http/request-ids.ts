import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { runForRequest } from '../request-context.ts';

/** What balancers write: nginx 32 hexadecimal digits, others a UUID. Anything else may be a name or a line of its own. */
const SHAPE = /^[0-9a-f-]{16,64}$/i;

/** The balancer's id of this request, so that its log and ours are read together; else one of our own. */
export const requestIDOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SHAPE.test(given) ? given : randomUUID();
};

/** Every answer names its request, as do the log lines of all that follows from it. */
export const addRequestIDs = (server: FastifyInstance | object): void => {
  const app = server as FastifyInstance;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    runForRequest(request.id, done);
  });
};

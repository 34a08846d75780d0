import type { FastifyInstance } from 'fastify';

/**
 * One log line per request: method, route pattern, status, milliseconds and account id. Never the URL: signed URLs and
 * reset links contain secrets, and search queries contain names.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const quiet = request.routeOptions.url === '/healthz' || request.routeOptions.url === '/readyz';
    request.log[quiet ? 'trace' : 'info'](
      {
        // this hook runs in an event of the connection, outside the request's AsyncLocalStorage
        requestID: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        account: 'accountID' in request.actor ? request.actor.accountID : undefined,
      },
      'request',
    );
  });
};

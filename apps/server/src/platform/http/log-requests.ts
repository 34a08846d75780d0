import type { FastifyInstance } from 'fastify';

/**
 * One line a request: method, the route's pattern (never the URL: signed URLs and reset links carry secrets in theirs,
 * search carries names in its query), status, milliseconds and who, by id.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const quiet = request.routeOptions.url === '/healthz' || request.routeOptions.url === '/readyz';
    request.log[quiet ? 'trace' : 'info'](
      {
        // an answer ends on the connection's behalf, when the cause is no longer known
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

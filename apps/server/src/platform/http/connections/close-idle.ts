import type { FastifyInstance } from 'fastify';

const EVERY_MS = 100;

/**
 * Closes connections whose last response ends while the server is closing. Node closes only connections that are idle
 * when the closing begins; the others would stay until the client closes them or `keepAliveTimeout` (72 s) is over.
 */
export const closeConnectionsThatBecomeIdle = (app: FastifyInstance): void => {
  app.addHook('preClose', async () => {
    const { server } = app;
    const timer = setInterval(() => {
      // while the server still listens, other hooks let open connections finish their requests
      if (!server.listening) server.closeIdleConnections();
    }, EVERY_MS);
    server.once('close', () => clearInterval(timer));
    timer.unref();
  });
};

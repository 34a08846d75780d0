import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors/errors.ts';
import { sentences } from '../sentences.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body may take hours. Such a route has limits of its own. */
    longBody?: boolean;
  }
}

/** Bodies of a person without a session are short forms; a signed-in person may send long lists on a slow line. */
const BODY_WITHIN_MS = { anonymous: 10_000, signedIn: 120_000 };
const ANONYMOUS_BODY_BYTES = 64 * 1024;
/** How long a refused sender may continue to send, so that it reads the response instead of a connection reset. */
const LINGER_MS = 5_000;

/**
 * Limits the time in which a body arrives, so that slow senders cannot keep connections open. The storage routes and routes
 * with `longBody`, whose bodies may take hours, have limits of their own. Register it after the hooks that set
 * `request.actor`.
 */
export const limitSlowBodies = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, actor } = request;
    const { url, config } = request.routeOptions;
    if (raw.complete || url?.startsWith('/storage/') || config.longBody) return;
    const isAnonymous = actor.kind === 'nobody';
    const timer = setTimeout(
      () => {
        reply.hijack();
        if (reply.raw.headersSent) return void raw.destroy();
        const body = JSON.stringify({ error: sentences.bodyTooSlow });
        reply.raw
          .writeHead(408, { connection: 'close', 'content-type': 'application/json; charset=utf-8' })
          .end(body, () => raw.destroy());
      },
      isAnonymous ? BODY_WITHIN_MS.anonymous : BODY_WITHIN_MS.signedIn,
    );
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
    if (isAnonymous && Number(request.headers['content-length'] ?? 0) > ANONYMOUS_BODY_BYTES)
      throw new Problem(413, sentences.tooLarge);
  });

  // a request may be answered before its body has arrived, for example with 401
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    if (raw.complete || raw.destroyed || routeOptions.url?.startsWith('/storage/')) return;
    const linger = setTimeout(() => raw.destroy(), LINGER_MS);
    raw.once('close', () => clearTimeout(linger));
  });
};

import type { FastifyInstance } from 'fastify';

/**
 * Parses JSON and forms; OAuth clients send forms. An empty body counts as no body, because some endpoints have none
 * (product 2.15).
 */
export const readBodies = (server: FastifyInstance | object): void => {
  const app = server as FastifyInstance;
  const parseJSON = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return parseJSON(request, body as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { originOf, parseS3URL } from '../outside/storage/s3-location.ts';
import { sentences } from '../sentences.ts';

export const webFolder = join(import.meta.dirname, '../../../../web/dist');

/** The browser may talk to us and to the object store, to nobody else. */
const contentSecurityPolicy = (storeOrigin: string | null) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine sets sizes and colours in style attributes
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${storeOrigin ? ` ${storeOrigin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A worker obeys its own file's policy and not the page's: the viewer's unpack frames in WebAssembly, and ask nobody. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const storeOriginOf = (storageURL: string): string | null =>
  storageURL.startsWith('s3:') ? originOf(parseS3URL(storageURL)) : null;

/** The web app: hashed assets for ever, the one page never from the cache, and every path of the product leads to it. */
export const webRoutes = (app: FastifyInstance, { config }: Context): void => {
  const policy = contentSecurityPolicy(storeOriginOf(config.storageURL));
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
  const built = existsSync(join(webFolder, 'index.html'));
  const page = (reply: FastifyReply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .sendFile('index.html', { cacheControl: false });

  app.setNotFoundHandler((request, reply) => {
    const forPeople = built && request.method === 'GET' && !/^\/(api|storage|assets)\//.test(request.url);
    return forPeople ? page(reply) : reply.code(404).send({ error: sentences.noSuchEndpoint });
  });
  if (!built) return;

  // hashed names: what was fetched once is never asked for again
  app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    decorateReply: false,
    setHeaders: (reply) => reply.header('content-security-policy', workerPolicy),
  });
  // the page, the icons, the manifest
  app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    maxAge: 0,
  });
  app.get('/', async (_request, reply) => page(reply));
};

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { originOf, parseS3URL } from '../settings/locations/s3-location.ts';
import { sentences } from './sentences.ts';

/** @internal */
export const webFolder = join(import.meta.dirname, '../../../../web/dist');

/** The hashes of a page's inline scripts, as sources for the Content-Security-Policy. */
const inlineScriptsOf = (html: string): string =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join('');

/** Allows requests only to the portal and to the object store. */
const contentSecurityPolicy = (storeOrigin: string | null, html: string) =>
  [
    "default-src 'self'",
    `script-src 'self'${inlineScriptsOf(html)}`,
    "worker-src 'self'",
    // Mantine sets sizes and colours in style attributes
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${storeOrigin ? ` ${storeOrigin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // the portal itself shows the viewer beside a report
    "frame-ancestors 'self'",
  ].join('; ');

/** The policy of web workers, which comes with the worker's file. The viewer's workers decode frames with WebAssembly. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The policy of the service worker, which fetches pages and assets, and shows notices with an icon. */
const WORKER_OF_PAGES = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'";

/** A script that replaces an installed service worker and removes its files. */
const REMOVE_SERVICE_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** The features of browsers that no page of the portal uses. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The policy of all other responses. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

const storeOriginOf = (storageURL: string): string | null =>
  storageURL.startsWith('s3:') ? originOf(parseS3URL(storageURL)) : null;

/**
 * The web app: assets with hashed names are cached for a year; `index.html`, which answers all other paths, is always
 * revalidated.
 */
export const webRoutes = (app: FastifyInstance, { config }: Context): void => {
  const isHTTPS = config.publicURL.startsWith('https:');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('permissions-policy', UNUSED_FEATURES);
    // a page that opens the portal, or that the portal opens, gets no reference to the portal's window
    reply.header('cross-origin-opener-policy', 'same-origin');
    if (isHTTPS) reply.header('strict-transport-security', 'max-age=31536000');
    // a download or an answer that a browser opens as a page must not load or run anything
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
  const index = join(webFolder, 'index.html');
  const built = existsSync(index);
  const html = built ? readFileSync(index, 'utf8') : '';
  const policy = contentSecurityPolicy(storeOriginOf(config.storageURL), html);
  const page = (reply: FastifyReply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .sendFile('index.html', { cacheControl: false });

  app.setNotFoundHandler((request, reply) => {
    const isPage = built && request.method === 'GET' && !/^\/(api|storage|assets)\//.test(request.url);
    return isPage ? page(reply) : reply.code(404).send({ error: sentences.noSuchEndpoint });
  });
  if (!built) return;

  app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    decorateReply: false,
    setHeaders: (reply) => reply.header('content-security-policy', workerPolicy),
  });
  // serves the icons and the manifest
  app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html*', 'service-worker.js*'],
    preCompressed: true,
    maxAge: 0,
  });
  app.get('/service-worker.js', async (_request, reply) => {
    // always revalidated, so that a worker can be replaced
    reply.header('cache-control', 'no-cache').header('content-security-policy', WORKER_OF_PAGES);
    if (config.serviceWorker) return reply.sendFile('service-worker.js', { cacheControl: false });
    return reply.type('text/javascript; charset=utf-8').send(REMOVE_SERVICE_WORKER);
  });
  for (const url of ['/', '/index.html']) app.get(url, async (_request, reply) => page(reply));
};

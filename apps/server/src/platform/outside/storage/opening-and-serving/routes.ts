import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { LocalStore } from '../folder/local-store.ts';
import { PartsGone, WrongChecksum } from '../parts.ts';
import type { S3Store } from '../s3/s3-store.ts';
import { sentences } from './sentences.ts';
import { resetConnection } from '../../../transfer-watch/transfer-watch.ts';
import { serveObject } from './serve-object.ts';
import type { URLClaims } from '../signed-url.ts';
import { ObjectMissing, StorageFull, StorageUnavailable, WrongLength } from '../storage.ts';
import { AccessRevoked, urlAccess, type URLAccessOptions, type WildcardRequest } from './url-access.ts';

interface StorageRoutesOptions extends URLAccessOptions {
  store: LocalStore | S3Store;
  /** How long a sender may send nothing before it is disconnected. */
  maxSilenceMs: number;
}

/** A body up to this size has been sent completely before a refusal can reach the sender. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** How long a refused sender may continue, so that it reads the response instead of a connection reset. */
const LINGER_MS = 5_000;

/**
 * The routes of the portal's signed URLs: `PUT`, `GET` and `HEAD /storage/{token}/{filename}`. With an S3 store, PUT URLs
 * lead to the bucket itself, and a GET is redirected to the bucket.
 * The route has a wildcard, because Fastify limits named parameters to 100 characters. Its own `req` serializer keeps
 * tokens out of the log; any other code that logs URLs must mask `/storage/*` too.
 */
export const storageRoutes: FastifyPluginAsync<StorageRoutesOptions> = async (
  app,
  { store, maxSilenceMs, ...options },
) => {
  const access = urlAccess(options);
  // `put` reads the body from the socket; the signed length limits it instead of Fastify's body limit
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const logSerializers = { req: ({ method }: FastifyRequest) => ({ method, url: '/storage/***' }) };
  app.put<Wildcard>('/storage/*', { logSerializers }, async (request, reply) => {
    const claims = access.claimsOf(request, ['PUT']);
    if (!claims || store.kind !== 'local') return refuse(request, reply, 403, sentences.invalidURL);
    const lengthProblem = checkLength(request, claims);
    if (lengthProblem) return refuse(request, reply, ...lengthProblem);
    // for a small body one check after the last byte suffices, which saves 400 queries for 400 slices
    if (claims.sizeBytes > SMALL_BYTES && !(await access.isAllowed(claims))) {
      return refuse(request, reply, 403, sentences.accessRevoked);
    }
    request.raw.setTimeout(maxSilenceMs, () => resetConnection(request.raw));
    let etag: string;
    try {
      ({ etag } = await receive(store, claims, access.bodyWhileAllowed(request, claims)));
    } catch (cause) {
      const problem = problemOf(cause, request);
      if (!problem) throw cause;
      return refuse(request, reply, ...problem);
    }
    return reply.header('etag', etag).send();
  });

  app.route<Wildcard>({
    method: ['GET', 'HEAD'],
    url: '/storage/*',
    logSerializers,
    handler: async (request, reply) => {
      const claims = access.claimsOf(request, ['GET', 'HEAD']);
      if (!claims) return refuse(request, reply, 403, sentences.invalidURL);
      if (!(await access.isAllowed(claims))) return refuse(request, reply, 403, sentences.accessRevoked);
      if (store.kind === 's3') {
        const url = await store.redirectFor(claims, request.method === 'HEAD' ? 'HEAD' : 'GET');
        return reply.redirect(url, 302);
      }
      try {
        const object = await store.openObject(claims.key);
        access.cutWhenRevoked(reply.raw, claims);
        return await serveObject(request, reply, claims.filename ?? '', object);
      } catch (cause) {
        if (cause instanceof ObjectMissing) return refuse(request, reply, 404, sentences.objectGone);
        throw cause;
      }
    },
  });
};

type Wildcard = { Params: WildcardRequest['params'] };
type Problem = [status: number, sentence: string];

function checkLength({ headers }: FastifyRequest, { sizeBytes }: URLClaims): Problem | null {
  const given = headers['content-length'];
  if (headers['transfer-encoding'] !== undefined || given === undefined || !/^\d{1,15}$/.test(given)) {
    return [411, sentences.lengthRequired];
  }
  if (Number(given) > sizeBytes) return [413, sentences.tooLong];
  if (Number(given) < sizeBytes) return [400, sentences.tooShort];
  return null;
}

const receive = (
  store: LocalStore,
  claims: URLClaims,
  body: AsyncIterable<Uint8Array>,
): Promise<{ etag: string }> =>
  claims.part
    ? store.parts.put(claims, claims.part, body)
    : store.put(claims.key, body, { sizeBytes: claims.sizeBytes, consume: true });

/** The response to an error during a PUT; null for an unexpected error. */
function problemOf(cause: unknown, { raw }: FastifyRequest): Problem | null {
  if (cause instanceof AccessRevoked) return [403, sentences.accessRevoked];
  if (cause instanceof PartsGone) return [403, sentences.invalidURL];
  if (cause instanceof WrongChecksum) return [400, sentences.wrongChecksum];
  if (cause instanceof StorageUnavailable) return [503, sentences.storageUnavailable];
  if (cause instanceof StorageFull) return [507, sentences.storageFull];
  if (cause instanceof WrongLength || !raw.complete) return [400, sentences.cutShort];
  return null;
}

/** Responds at once, but reads and drops what the sender still transmits for a while before the connection ends. */
function refuse({ raw }: FastifyRequest, reply: FastifyReply, status: number, error: string): FastifyReply {
  if (!raw.complete && !raw.destroyed) {
    const linger = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('close', () => clearTimeout(linger));
    raw.resume();
  }
  return reply.code(status).send({ error });
}

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { PartsGone, WrongChecksum } from './parts.ts';
import { parseRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';
import type { LocalStore, OpenObject } from './local-store.ts';
import type { S3Store } from './s3-store.ts';
import { sentences } from './sentences.ts';
import type { URLClaims, URLSigner } from './signed-url.ts';
import { coalesceCalls } from './coalesce-calls.ts';
import { ObjectMissing, type Source, StorageUnavailable, StorageFull, WrongLength } from './storage.ts';

export interface StorageRoutesOptions {
  store: LocalStore | S3Store;
  verify: URLSigner['verify'];
  /** Asked for each ticket that carries a grant: does that right still stand? */
  allow: (grant: string) => Promise<boolean>;
  clock: { now(): Date };
}

/** A side that sends and reads nothing for so long is gone, though its connection never said so. */
const SILENCE_MS = 120_000;
/** How soon a download that is running ends with the right it was made for. */
const ASK_AGAIN_MS = 3_000;
/** Sent before a refusal would have arrived. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** How long a refused sender may go on, so that it reads our answer instead of a reset connection. */
const LINGER_MS = 30_000;

/**
 * The signed URLs of the portal's own: `PUT`, `GET` and `HEAD /storage/{token}/{filename}`. With an S3 store, which
 * has URLs of its own for PUT, a GET is sent on to the bucket.
 * A wildcard route, since Fastify cuts named parameters at 100 characters. Tokens stay out of the log by the
 * route's own `req` serializer; what logs URLs elsewhere has to mask `/storage/*` as well.
 */
export const storageRoutes: FastifyPluginAsync<StorageRoutesOptions> = async (
  app,
  { store, verify, allow, clock },
) => {
  const ask = coalesceCalls(allow);
  // the body is left on the socket for `put`; Fastify's body limit does not apply, the signed length does
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const logSerializers = { req: ({ method }: FastifyRequest) => ({ method, url: '/storage/***' }) };
  app.put<Wildcard>('/storage/*', { logSerializers }, async (request, reply) => {
    const ticket = ticketFor(request, ['PUT']);
    if (!ticket || store.kind !== 'local') return refuse(request, reply, 403, sentences.invalidURL);
    const lengthBytes = contentLength(request);
    if (lengthBytes === null) return refuse(request, reply, 411, sentences.lengthRequired);
    if (lengthBytes > ticket.sizeBytes) return refuse(request, reply, 413, sentences.tooLong);
    if (lengthBytes < ticket.sizeBytes) return refuse(request, reply, 400, sentences.tooShort);
    // a small body is asked about once, after its last byte: 400 slices, 400 look-ups less
    if (lengthBytes > SMALL_BYTES && !(await stillAllowed(ticket))) {
      return refuse(request, reply, 403, sentences.accessRevoked);
    }
    request.raw.setTimeout(SILENCE_MS, () => request.raw.destroy());
    let stored: { etag: string };
    try {
      const source = whileAllowed(request, ticket);
      stored = ticket.part
        ? await store.parts.put(ticket, ticket.part, source)
        : await store.put(ticket.key, source, { sizeBytes: ticket.sizeBytes, consume: true });
    } catch (cause) {
      if (cause instanceof AccessRevoked) return refuse(request, reply, 403, sentences.accessRevoked);
      if (cause instanceof PartsGone) return refuse(request, reply, 403, sentences.invalidURL);
      if (cause instanceof WrongChecksum) return refuse(request, reply, 400, sentences.wrongChecksum);
      if (cause instanceof StorageUnavailable)
        return refuse(request, reply, 503, sentences.storageUnavailable);
      if (cause instanceof StorageFull) return refuse(request, reply, 507, sentences.storageFull);
      if (cause instanceof WrongLength || !request.raw.complete) {
        return refuse(request, reply, 400, sentences.cutShort);
      }
      throw cause;
    }
    return reply.header('etag', stored.etag).send();
  });

  app.route<Wildcard>({
    method: ['GET', 'HEAD'],
    url: '/storage/*',
    logSerializers,
    handler: async (request, reply) => {
      const ticket = ticketFor(request, ['GET', 'HEAD']);
      if (!ticket) return refuse(request, reply, 403, sentences.invalidURL);
      if (!(await stillAllowed(ticket))) return refuse(request, reply, 403, sentences.accessRevoked);
      if (store.kind === 's3') {
        return reply.redirect(
          await store.redirectFor(ticket, request.method === 'HEAD' ? 'HEAD' : 'GET'),
          302,
        );
      }
      try {
        const object = await store.openObject(ticket.key);
        if (ticket.grant !== undefined) endWithRight(reply, ticket);
        return await serve(request, reply, ticket, object);
      } catch (cause) {
        if (cause instanceof ObjectMissing) return refuse(request, reply, 404, sentences.objectGone);
        throw cause;
      }
    },
  });

  function ticketFor(request: FastifyRequest<Wildcard>, methods: string[]): URLClaims | null {
    const path = request.params['*'];
    const slash = path.indexOf('/');
    const verdict = verify(path.slice(0, Math.max(slash, 0)), path.slice(slash + 1), clock.now());
    return 'ticket' in verdict && methods.includes(verdict.ticket.method) ? verdict.ticket : null;
  }

  async function stillAllowed({ grant }: URLClaims): Promise<boolean> {
    return grant === undefined || ask(grant);
  }

  /** A study takes minutes over a slow line; a link that is deleted meanwhile gives no more of it. */
  function endWithRight({ raw }: FastifyReply, ticket: URLClaims): void {
    const timer = setInterval(async () => {
      // a database that is away for a moment is no reason to cut anybody off
      if (!(await stillAllowed(ticket).catch(() => true))) raw.destroy();
    }, ASK_AGAIN_MS).unref();
    raw.once('close', () => clearInterval(timer));
  }

  /** The right is asked for once more after the last byte: an upload may have been completed meanwhile. */
  async function* whileAllowed(
    request: FastifyRequest,
    ticket: URLClaims,
  ): Source & AsyncGenerator<Uint8Array> {
    // the iterator must not destroy the request on an error, or the answer dies with it
    yield* request.raw.iterator({ destroyOnReturn: false });
    if (!(await stillAllowed(ticket))) throw new AccessRevoked();
  }
};

type Wildcard = { Params: { '*': string } };

class AccessRevoked extends Error {}

function serve(request: FastifyRequest, reply: FastifyReply, ticket: URLClaims, object: OpenObject) {
  const { sizeBytes, etag, modifiedAt } = object;
  const filename = ticket.filename ?? '';
  reply.headers({
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': attachment(filename),
    'content-type': /\.zip$/i.test(filename) ? 'application/zip' : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  if (matches(request.headers['if-none-match'], etag)) return end(reply.code(304), object);
  const range = rangeApplies(request, etag, modifiedAt) ? parseRange(request.headers.range, sizeBytes) : null;
  if (range === 'unsatisfiable')
    return end(reply.code(416).header('content-range', `bytes */${sizeBytes}`), object);
  const { start, end: stop } = range ?? { start: 0, end: sizeBytes };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${stop - 1}/${sizeBytes}`);
  reply.header('content-length', stop - start);
  if (request.method === 'HEAD') return end(reply, object);
  reply.raw.setTimeout(SILENCE_MS, () => reply.raw.destroy());
  return reply.send(object.stream(start, stop));
}

async function end(reply: FastifyReply, object: OpenObject): Promise<FastifyReply> {
  await object.close();
  return reply.send();
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim())) ?? false;

/** If-Range compares strongly, a date exactly (RFC 9110 §13.1.5): only then is the range of the same object. */
function rangeApplies({ headers }: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag || condition === modifiedAt.toUTCString();
}

function contentLength({ headers }: FastifyRequest): number | null {
  const given = headers['content-length'];
  return headers['transfer-encoding'] === undefined && given !== undefined && /^\d{1,15}$/.test(given)
    ? Number(given)
    : null;
}

/** What the sender still has under way is read and dropped for a while, then the connection ends. */
function refuse({ raw }: FastifyRequest, reply: FastifyReply, status: number, error: string): FastifyReply {
  if (!raw.complete && !raw.destroyed) {
    const linger = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('close', () => clearTimeout(linger));
    raw.resume();
  }
  return reply.code(status).send({ error });
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { type ByteSpan, ObjectMissing } from '../../../platform/outside/storage/storage.ts';
import type { PickedBytes } from './frame-parts.ts';
import { sentences } from '../sentences.ts';

/**
 * Streams a byte range of a rendition's file, or the bytes that are picked from it. Not cacheable: images must not remain in the browser of
 * a shared PC.
 */
export const sendBytes = async (
  { storage }: Context,
  reply: FastifyReply,
  type: string,
  key: string,
  range: ByteSpan,
  picked?: PickedBytes,
) => {
  const bytes = await storage.read(key, range).catch((cause) => {
    // the study was archived or its rendition replaced a moment ago
    throw cause instanceof ObjectMissing ? notFound(sentences.noSeries) : cause;
  });
  reply
    .header('cache-control', 'private, no-store')
    .header('content-length', picked?.sizeBytes ?? range.end - range.start)
    .type(type)
    .serializer((body: unknown) => body as string);
  if (reply.request.method === 'HEAD') {
    // Fastify would read the whole range
    bytes.destroy();
    return reply.send(Readable.from([]));
  }
  if (!picked) return reply.send(bytes);
  const sent = Readable.from(picked.pick(bytes), { objectMode: false });
  // a generator that has not begun does not end its source
  sent.once('close', () => bytes.destroy());
  return reply.send(sent);
};

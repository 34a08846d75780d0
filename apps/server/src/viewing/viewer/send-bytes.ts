import type { FastifyReply } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { type ByteSpan, ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { sentences } from '../../platform/sentences.ts';

/** A part of the view's one object, streamed. A session that ends must not leave pictures in the cache of a shared PC. */
export const sendBytes = async (
  { storage }: Context,
  reply: FastifyReply,
  type: string,
  key: string,
  span: ByteSpan,
) => {
  const bytes = await storage.read(key, span).catch((cause) => {
    // the study was archived, or its view made anew, a moment ago
    throw cause instanceof ObjectMissing ? notFound(sentences.noSeries) : cause;
  });
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-length', span.end - span.start)
    .type(type)
    .serializer((body: unknown) => body as string)
    .send(bytes);
};

import type { FastifyReply } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { type ByteSpan, ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { sentences } from '../../platform/sentences.ts';

/** Streams a byte range of a rendition's file. Not cacheable: images must not remain in the browser of a shared PC. */
export const sendBytes = async (
  { storage }: Context,
  reply: FastifyReply,
  type: string,
  key: string,
  range: ByteSpan,
) => {
  const bytes = await storage.read(key, range).catch((cause) => {
    // the study was archived or its rendition replaced a moment ago
    throw cause instanceof ObjectMissing ? notFound(sentences.noSeries) : cause;
  });
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-length', range.end - range.start)
    .type(type)
    .serializer((body: unknown) => body as string)
    .send(bytes);
};

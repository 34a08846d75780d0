import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from './byte-range.ts';
import { attachment } from '../content-disposition.ts';
import type { OpenObject } from '../folder/open-object.ts';

/** Responds to GET or HEAD with an open object: conditional requests and ranges (RFC 9110). Closes the object. */
export function serveObject(
  request: FastifyRequest,
  reply: FastifyReply,
  filename: string,
  object: OpenObject,
): FastifyReply | Promise<FastifyReply> {
  const { sizeBytes, etag, modifiedAt } = object;
  reply.headers({
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': attachment(filename),
    'content-type': /\.zip$/i.test(filename) ? 'application/zip' : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  if (matches(request.headers['if-none-match'], etag)) return sendWithoutBody(reply.code(304), object);
  const range = rangeApplies(request, etag, modifiedAt) ? parseRange(request.headers.range, sizeBytes) : null;
  if (range === 'unsatisfiable')
    return sendWithoutBody(reply.code(416).header('content-range', `bytes */${sizeBytes}`), object);
  const { start, end } = range ?? { start: 0, end: sizeBytes };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${sizeBytes}`);
  reply.header('content-length', end - start);
  if (request.method === 'HEAD') return sendWithoutBody(reply, object);
  return reply.send(object.sent(start, end));
}

async function sendWithoutBody(reply: FastifyReply, object: OpenObject): Promise<FastifyReply> {
  await object.close();
  return reply.send();
}

/** If-None-Match uses weak comparison (RFC 9110 §13.1.2). */
const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim())) ?? false;

/** If-Range uses strong comparison and exact dates (RFC 9110 §13.1.5). */
function rangeApplies({ headers }: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag || condition === modifiedAt.toUTCString();
}

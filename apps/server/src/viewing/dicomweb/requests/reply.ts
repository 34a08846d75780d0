import { Readable } from 'node:stream';
import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptOneOf } from './accept.ts';
import { JSON_TYPE, JSON_TYPES } from './media-types.ts';

/** Sends `body` without the contract's serializer, which supports JSON only, and forbids caching of health data. */
export const send = (reply: FastifyReply, contentType: string, body: unknown) =>
  reply
    .header('cache-control', 'private, no-store')
    .type(contentType)
    .serializer((each: unknown) => each as string)
    .send(body);

/** @throws Problem 406 */
export const sendJSON = (request: FastifyRequest, reply: FastifyReply, dataSets: JsonDataSet[]) => {
  acceptOneOf(request.headers.accept, ...JSON_TYPES);
  return send(reply, JSON_TYPE, JSON.stringify(dataSets));
};

/** Sends data sets as they are read. @throws Problem 406 */
export const sendJSONStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  pages: AsyncIterable<JsonDataSet[]>,
) => {
  acceptOneOf(request.headers.accept, ...JSON_TYPES);
  return send(reply, JSON_TYPE, Readable.from(jsonOf(pages), { objectMode: false }));
};

async function* jsonOf(pages: AsyncIterable<JsonDataSet[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const page of pages) {
    yield separator + page.map((dataSet) => JSON.stringify(dataSet)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Aborted when the client disconnects. */
export const signalOf = ({ raw }: FastifyRequest): AbortSignal => {
  const disconnected = new AbortController();
  raw.on('close', () => disconnected.abort());
  return disconnected.signal;
};

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends `{ "property": […] }` from the items that PostgreSQL has encoded, separated by commas, in pieces. Thousands of
 * rows would otherwise be objects four times: from the driver, from Kysely, for the response and for its validation; and
 * one string of all of them stays in memory until the next full garbage collection. The query alone decides which
 * fields are sent, and a test compares them with the contract.
 */
export const sendJSONList = (reply: object, property: string, pieces: string[]): FastifyReply =>
  (reply as FastifyReply)
    .type('application/json; charset=utf-8')
    .send(Readable.from(listOf(property, pieces), { objectMode: false }));

function* listOf(property: string, pieces: string[]): Generator<string> {
  yield `{${JSON.stringify(property)}:[`;
  for (const [at, piece] of pieces.entries()) yield at === 0 ? piece : `,${piece}`;
  yield ']}';
}

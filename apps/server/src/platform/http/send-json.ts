import type { FastifyReply } from 'fastify';

/**
 * Sends JSON that PostgreSQL has made. Thousands of rows would otherwise be objects four times: from the driver, from
 * Kysely, for the response and for its validation. The query alone decides which fields are sent, and a test compares
 * them with the contract.
 */
export const sendJSON = (reply: object, text: string): FastifyReply =>
  (reply as FastifyReply).type('application/json; charset=utf-8').send(text);

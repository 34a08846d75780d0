import type { FastifyReply } from 'fastify';

/** Sends a body that is encoded already. The cast is needed because the reply's type demands the rows of the contract. */
export const sendJSON = (reply: object, body: Buffer): FastifyReply =>
  (reply as FastifyReply).type('application/json; charset=utf-8').send(body);

import type { FastifyReply } from 'fastify';

/** Sends a body that is encoded already. The reply's type demands the rows of the contract, which nobody has here. */
export const sendJSON = (reply: object, body: Buffer): FastifyReply =>
  (reply as FastifyReply).type('application/json; charset=utf-8').send(body);

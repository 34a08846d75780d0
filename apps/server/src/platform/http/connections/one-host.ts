import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../errors/errors.ts';
import { sentences } from '../sentences.ts';

/** False for a request that names several hosts: Node uses the first, but a proxy may have used the last. */
export const namesOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1;

/** RFC 9112 §3.2 requires 400 for more than one `Host`. */
export const refuseSeveralHosts = (server: FastifyInstance | object): void => {
  (server as FastifyInstance).addHook('onRequest', async ({ raw }) => {
    if (!namesOneHost(raw)) throw invalid(sentences.badHost);
  });
};

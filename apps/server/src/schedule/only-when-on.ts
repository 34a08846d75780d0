import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { sentences } from '../sentences.ts';

/** Before anything of the request is read: switched off, the calls are not there; then, may she make them? */
export const onlyWhenOn =
  ({ scheduleEnabled }: Config, allow: (request: FastifyRequest) => void) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!scheduleEnabled) throw notFound(sentences.noSuchCall);
    allow(request);
  };

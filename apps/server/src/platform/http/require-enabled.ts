import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { sentences } from '../sentences.ts';

/** The settings that switch a part of the portal off. */
type FeatureSwitch = { [K in keyof Config]: Config[K] extends boolean ? K : never }[keyof Config];

/** Before anything of the request is read: switched off, the calls are not there; then, may she make them? */
export const requireEnabled =
  (config: Config, part: FeatureSwitch, allow: (request: FastifyRequest) => void) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!config[part]) throw notFound(sentences.noSuchEndpoint);
    allow(request);
  };

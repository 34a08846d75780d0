import type { FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';
import { notFound } from '../errors/errors.ts';
import { sentences } from './sentences.ts';

/** The settings that switch a feature off. */
type FeatureSwitch = { [K in keyof Config]: Config[K] extends boolean ? K : never }[keyof Config];

/** An `onRequest` hook: answers 404 if the feature is switched off; otherwise `authorize` may refuse the actor. */
export const requireEnabled =
  (config: Config, feature: FeatureSwitch, authorize: (request: FastifyRequest) => void) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!config[feature]) throw notFound(sentences.noSuchEndpoint);
    authorize(request);
  };

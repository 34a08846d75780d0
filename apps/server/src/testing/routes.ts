import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const INSTANCE_CREATED = 'fastify.initialization';

/** Every route that Fastify instances created by `make` register, as `GET /api/1/…`, sorted. */
export const listRoutes = async (make: () => Promise<unknown>): Promise<string[]> => {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`);
    });
  };
  subscribe(INSTANCE_CREATED, listen);
  try {
    await make();
  } finally {
    unsubscribe(INSTANCE_CREATED, listen);
  }
  return [...routes].toSorted();
};

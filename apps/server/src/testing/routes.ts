import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const BORN = 'fastify.initialization';

/** Every route that an instance made meanwhile registers, as `GET /api/1/…`. */
export const listRoutes = async (make: () => Promise<unknown>): Promise<string[]> => {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`);
    });
  };
  subscribe(BORN, listen);
  try {
    await make();
  } finally {
    unsubscribe(BORN, listen);
  }
  return [...routes].toSorted();
};

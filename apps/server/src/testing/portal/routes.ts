import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Access } from '@snimok/contract/people/access';
import type { FastifyInstance } from 'fastify';

const INSTANCE_CREATED = 'fastify.initialization';

interface Route {
  method: string;
  url: string;
  /** The access of the endpoint; undefined outside `/api/1`. */
  access: Access | undefined;
}

/** Every route that Fastify instances created by `make` register. */
const readRoutes = async (make: () => Promise<unknown>): Promise<Route[]> => {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      const { access } = route as { access?: Access };
      for (const method of [route.method].flat()) routes.push({ method, url: route.url, access });
    });
  };
  subscribe(INSTANCE_CREATED, listen);
  try {
    await make();
  } finally {
    unsubscribe(INSTANCE_CREATED, listen);
  }
  return routes;
};

/** The routes as `GET /api/1/…`, sorted. */
export const listRoutes = async (make: () => Promise<unknown>): Promise<string[]> =>
  [...new Set((await readRoutes(make)).map(({ method, url }) => `${method} ${url}`))].toSorted();

const ofFastify = ['HEAD', 'OPTIONS'];

/** Each route below `/api/1` as `GET /…`, with its access; sorted. */
export const listAccess = async (make: () => Promise<unknown>): Promise<[endpoint: string, Access][]> =>
  (await readRoutes(make))
    .filter(({ method, url }) => url.startsWith('/api/1/') && !ofFastify.includes(method))
    .map(({ method, url, access = {} }): [string, Access] => [
      `${method} ${url.slice('/api/1'.length)}`,
      access,
    ])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

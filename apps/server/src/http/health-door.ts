import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { healthRoutes } from './health.ts';
import { createServer } from './server.ts';

/** For a worker alone, which has no other door: how it is. Null unless `WORKER_PORT` says where. */
export const openHealthDoor = async (
  context: Context,
  registry: Registry,
): Promise<FastifyInstance | null> => {
  const { host, workerPort } = context.config;
  if (workerPort === undefined) return null;
  const server = createServer(context) as unknown as FastifyInstance;
  healthRoutes(server, context, registry);
  await server.listen({ host, port: workerPort });
  return server;
};

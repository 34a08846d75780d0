import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { healthRoutes } from './health.ts';
import { createServer } from './server.ts';
import { openGateways, type Gateway } from './gateways.ts';

/** For a worker alone, which has no other door: how it is, and what only our own processes may see. Null unless `WORKER_PORT` says where. */
export const startHealthServer = async (
  context: Context,
  registry: Registry,
  /** doors for other processes of the portal, by path */
  inner: Record<string, (app: FastifyInstance) => Gateway> = {},
): Promise<FastifyInstance | null> => {
  const { host, workerPort, publicURL } = context.config;
  if (workerPort === undefined) return null;
  const server = createServer(context) as unknown as FastifyInstance;
  healthRoutes(server, context, registry);
  const doors = Object.entries(inner).map(([path, door]) => [path, door(server)] as const);
  openGateways(server, new URL(publicURL).origin, Object.fromEntries(doors), registry);
  await server.listen({ host, port: workerPort });
  return server;
};

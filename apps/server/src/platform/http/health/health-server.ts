import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { healthRoutes } from './health.ts';
import { createServer } from '../server.ts';
import { openGateways, type Gateway } from '../connections/gateways.ts';

/**
 * The HTTP server of a separate worker, for health, metrics and gateways for other processes. Null without
 * `WORKER_PORT`.
 */
export const startHealthServer = async (
  context: Context,
  registry: Registry,
  /** gateways for other processes of the portal, by path */
  gateways: Record<string, (app: FastifyInstance) => Gateway> = {},
): Promise<FastifyInstance | null> => {
  const { host, workerPort, publicURL } = context.config;
  if (workerPort === undefined) return null;
  const server = createServer(context) as unknown as FastifyInstance;
  healthRoutes(server, context, registry);
  const opened = Object.entries(gateways).map(([path, open]) => [path, open(server)] as const);
  openGateways(server, new URL(publicURL).origin, Object.fromEntries(opened), registry);
  await server.listen({ host, port: workerPort });
  return server;
};

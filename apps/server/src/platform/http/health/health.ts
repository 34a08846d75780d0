import type { FastifyInstance } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { measureMachine } from './measure-machine.ts';

const READY_WITHIN_MS = 5_000;

let processMetrics: Registry | undefined;

/**
 * prom-client's metrics of Node. All servers of a process share one registry for them: the metrics describe the
 * process, and prom-client never stops the timer and the observer that measure them.
 */
const metricsOfProcess = (): Registry => {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
};

/** /healthz, /readyz and /metrics. They need no authentication, since they contain nothing about people. */
export const healthRoutes = (
  app: FastifyInstance,
  context: Context,
  /** may already contain metrics of other code of the process */
  registry: Registry,
  /** register the metrics of modules */
  measures: ((registry: Registry, context: Context) => void)[] = [],
): void => {
  const { db, storage } = context;
  const ofProcess = metricsOfProcess();
  for (const measure of [measureMachine, ...measures]) measure(registry, context);
  const seconds = new Histogram({
    name: 'snimok_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', async () => ({ status: 'alive' }));

  app.get('/readyz', async (_request, reply) => {
    const checks = { database: sql`select 1`.execute(db), storage: storage.check() };
    // a store that does not answer counts as failed
    const timeout = setTimeout(READY_WITHIN_MS, 'too long', { ref: false });
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [
        name,
        await Promise.race([
          check.then(
            () => 'ok',
            () => 'failed',
          ),
          timeout,
        ]),
      ]),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply.code(ready ? 200 : 503).send(Object.fromEntries(results));
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await Registry.merge([ofProcess, registry]).metrics()),
  );
};

import type { FastifyInstance } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { measureMachine } from './measure-machine.ts';

const READY_WITHIN_MS = 5_000;

/** Alive, ready, and how it is doing. None of them says anything of a person, so none asks who wants to know. */
export const healthRoutes = (
  app: FastifyInstance,
  context: Context,
  /** what the process does besides may tell of itself here too */
  registry: Registry,
  /** what a room tells of itself */
  measures: ((registry: Registry, context: Context) => void)[] = [],
): void => {
  const { db, storage } = context;
  collectDefaultMetrics({ register: registry });
  for (const measure of [measureMachine, ...measures]) measure(registry, context);
  const seconds = new Histogram({
    name: 'snimok_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
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
    const parts = { database: sql`select 1`.execute(db), storage: storage.check() };
    // a store that hangs is as good as none
    const tooLong = setTimeout(READY_WITHIN_MS, 'too long', { ref: false });
    const answers = await Promise.all(
      Object.entries(parts).map(async ([part, answer]) => [
        part,
        await Promise.race([
          answer.then(
            () => 'ok',
            () => 'failed',
          ),
          tooLong,
        ]),
      ]),
    );
    const ready = answers.every(([, answer]) => answer === 'ok');
    return reply.code(ready ? 200 : 503).send(Object.fromEntries(answers));
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
};

import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';
import { startHealthServer } from './health-server.ts';

test('the health server of a worker listens on WORKER_PORT and serves only health and metrics', async () => {
  const { context, nobody } = await startServer();
  expect(await startHealthServer(context, new Registry())).toBeNull();

  const config = { ...context.config, workerPort: 0 };
  const server = await startHealthServer({ ...context, config }, new Registry());
  onTestFinished(() => server?.close());
  const address = server?.listeningOrigin ?? '';
  expect((await nobody.get(`${address}/healthz`)).body).toEqual({ status: 'alive' });
  expect((await nobody.get(`${address}/readyz`)).body).toEqual({ database: 'ok', storage: 'ok' });
  expect((await nobody.get(`${address}/metrics`)).body).toContain('snimok_database_connections');
  expect((await nobody.get(`${address}/api/1/assistant/counters`)).status).toBe(404);
});
